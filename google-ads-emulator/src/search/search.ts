import { fieldNamed } from '../gaql/catalog.ts';
import { checkQuery, DATE_FIELDS } from '../gaql/check.ts';
import { type DayRange, narrow } from '../gaql/date-range.ts';
import { compareValues, compileCondition, fieldPath } from '../gaql/matches.ts';
import { parseQuery, type Query } from '../gaql/parser.ts';
import type { JsonObject } from '../json.ts';
import { at } from '../json.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import type { World } from '../store/world.ts';
import { changeRows } from './change-rows.ts';
import { entityRows } from './entity-rows.ts';
import { metricRows } from './metric-rows.ts';
import { projection } from './projection.ts';
import { type ResultRow, rowJson } from './result-row.ts';

/** A result whose rows are made into JSON only when a page of them is sent. */
export interface SearchResult {
  fieldMask: string;
  count: number;
  rows(from: number, to: number): JsonObject[];
}

/** Runs a query against one customer. */
export function search(world: World, model: PerformanceModel, text: string, now: number): SearchResult {
  const query = parseQuery(text);
  const { account } = model;
  const scope = checkQuery(query, account.facts.manager);
  const today = account.time.day(now);
  const tests = query.where.filter(({ field }) => !DATE_FIELDS.includes(field));
  const attributes = tests
    .filter(({ field }) => !isMeasured(field))
    .map((condition) => compileCondition(condition, today));
  const measures = tests
    .filter(({ field }) => isMeasured(field))
    .map((condition) => compileCondition(condition, today));
  const matchesAttributes = (row: JsonObject) => attributes.every((test) => test(row));
  const isChange = query.from === 'change_event' || query.from === 'change_status';
  const found = isChange ? changeRows(account, query, now) : entityRows(world, account, query.from);
  const entities = found.filter(matchesAttributes);
  let rows: ResultRow[] = entities.map((base) => ({ base }));
  if (needsMetrics(query)) {
    const segments = query.select.filter((field) => field.startsWith('segments.'));
    const days = daysOf(query, model, now);
    rows = metricRows({ model, level: scope.level, days, segments, now, entities, matchesAttributes });
  }
  if (measures.length > 0) rows = rows.filter((row) => measures.every((test) => test(rowJson(row))));
  rows = ordered(rows, query);
  if (query.limit !== undefined) rows = rows.slice(0, query.limit);
  const project = projection(query);
  return {
    fieldMask: query.select.map((field) => fieldPath(field).join('.')).join(','),
    count: rows.length,
    rows: (from, to) => rows.slice(from, to).map((row) => project(rowJson(row))),
  };
}

function needsMetrics(query: Query): boolean {
  const fields = [
    ...query.select,
    ...query.where.map(({ field }) => field).filter((field) => !DATE_FIELDS.includes(field)),
  ];
  return query.from === 'search_term_view' || fields.some(isMeasured);
}

function isMeasured(field: string): boolean {
  return field.startsWith('metrics.') || field.startsWith('segments.');
}

function daysOf(query: Query, { account }: PerformanceModel, now: number): DayRange {
  const today = account.time.day(now);
  const firstChange = account.changes[0];
  let days: DayRange = { first: firstChange ? account.time.day(firstChange.at) : today, last: today };
  for (const condition of query.where) {
    if (DATE_FIELDS.includes(condition.field)) days = narrow(days, condition, today);
  }
  return days;
}

function ordered(rows: ResultRow[], query: Query): ResultRow[] {
  if (query.orderBy.length === 0) return rows;
  const keys = query.orderBy.map(({ field, descending }) => ({
    path: fieldPath(field),
    type: fieldNamed(field)?.type ?? 'STRING',
    sign: descending ? -1 : 1,
  }));
  const keyed = rows.map((row) => {
    const json = rowJson(row);
    return { row, values: keys.map(({ path }) => at(json, ...path)) };
  });
  keyed.sort((a, b) => {
    for (const [index, { type, sign }] of keys.entries()) {
      const order = compareValues(a.values[index], b.values[index], type);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

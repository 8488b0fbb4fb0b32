import { dayOfDate } from '../clock.ts';
import { type Field, fieldNamed } from './catalog.ts';
import { namedRange } from './date-range.ts';
import { queryFailure } from './lexer.ts';
import type { Condition, Query } from './parser.ts';
import { type ResourceScope, SCOPES } from './scopes.ts';

/** Checks a parsed query against the field catalog and Google's rules, and finds what FROM can give. */
export function checkQuery(query: Query, onManager: boolean): ResourceScope {
  const scope = SCOPES.get(query.from);
  if (!scope) return queryFailure('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${query.from}' is not a resource.`);
  for (const name of query.select) checkSelected(name, scope, query.from);
  for (const condition of query.where) checkCondition(condition, scope, query);
  for (const { field } of query.orderBy) checkOrdering(field, scope, query);
  checkDates(query);
  const wantsMetrics = [...query.select, ...query.where.map(({ field }) => field)].some(isMetric);
  if (onManager && wantsMetrics) {
    queryFailure('REQUESTED_METRICS_FOR_MANAGER', 'metrics cannot be requested for a manager account.');
  }
  return scope;
}

function checkSelected(name: string, scope: ResourceScope, from: string): void {
  const field = usable(name, scope, from, 'SELECT');
  const isWholeMessage = field.type === 'MESSAGE' && !field.repeated;
  if (isWholeMessage) queryFailure('PROHIBITED_FIELD_IN_SELECT_CLAUSE', `'${name}' cannot be selected as a whole.`);
}

function checkCondition(condition: Condition, scope: ResourceScope, query: Query): void {
  const { field: name, operator, values } = condition;
  const field = usable(name, scope, query.from, 'WHERE');
  if (field.type === 'MESSAGE') queryFailure('PROHIBITED_FIELD_IN_WHERE_CLAUSE', `'${name}' cannot be filtered.`);
  if (!operatorFits(condition, field)) {
    queryFailure('OPERATOR_FIELD_MISMATCH', `'${operator}' cannot be used with '${name}'.`);
  }
  for (const { text } of values) {
    if (operator === 'DURING') namedRange(text, 0);
    if (field.type === 'ENUM' && !field.values.includes(text)) {
      queryFailure('BAD_ENUM_CONSTANT', `'${text}' is no value of '${name}'.`);
    }
    if (field.type === 'DATE' && operator !== 'DURING' && Number.isNaN(dayOfDate(text))) {
      queryFailure('INVALID_DATE_FORMAT', `'${text}' is no date.`);
    }
    if ((field.type === 'INT64' || field.type === 'DOUBLE') && Number.isNaN(Number(text))) {
      queryFailure('BAD_NUMBER', `'${text}' is no number.`);
    }
    if (operator.endsWith('REGEXP_MATCH')) checkPattern(text);
  }
  const isHiddenSegment = name.startsWith('segments.') && !DATE_FIELDS.includes(name) && !query.select.includes(name);
  if (isHiddenSegment) {
    queryFailure('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${name}' must be in SELECT to be filtered.`);
  }
}

function checkPattern(text: string): void {
  try {
    new RegExp(text);
  } catch {
    queryFailure('BAD_VALUE', `'${text}' is no regular expression.`);
  }
}

function operatorFits({ operator }: Condition, field: Field): boolean {
  const isText = field.type === 'STRING';
  if (operator.endsWith('LIKE') || operator.endsWith('REGEXP_MATCH')) return isText;
  if (operator.startsWith('CONTAINS')) return field.repeated;
  if (operator === 'DURING') return field.type === 'DATE' || field.type === 'DATETIME';
  const isRange = ['>', '>=', '<', '<=', 'BETWEEN'].includes(operator);
  if (isRange) return !field.repeated && field.type !== 'BOOLEAN' && field.type !== 'ENUM';
  return !field.repeated || operator.startsWith('IS');
}

function checkOrdering(name: string, scope: ResourceScope, query: Query): void {
  const field = usable(name, scope, query.from, 'SELECT');
  if (field.type === 'MESSAGE' || field.repeated) {
    queryFailure('PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE', `'${name}' cannot be sorted by.`);
  }
  const isOwn = name.startsWith(`${query.from}.`);
  if (!isOwn && !query.select.includes(name)) {
    queryFailure('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${name}' must be in SELECT to be sorted by.`);
  }
}

function checkDates(query: Query): void {
  const segmented = query.select.some((name) => DATE_FIELDS.includes(name) || name === 'segments.day_of_week');
  const filtered = query.where.some(({ field }) => DATE_FIELDS.includes(field));
  if (segmented && !filtered) queryFailure('EXPECTED_FILTERS_ON_DATE_RANGE', 'a date range is required in WHERE.');
}

function usable(name: string, scope: ResourceScope, from: string, clause: 'SELECT' | 'WHERE'): Field {
  const field = fieldNamed(name);
  if (!field) return queryFailure('UNRECOGNIZED_FIELD', `unrecognized field '${name}'.`);
  const [resource = ''] = name.split('.');
  if (resource === 'metrics' && scope.level === 'none') {
    queryFailure('PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE', `'${name}' does not go with FROM ${from}.`);
  }
  if (resource === 'segments' && (scope.level === 'none' || !segmentFits(name, scope))) {
    queryFailure('PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE', `'${name}' does not go with FROM ${from}.`);
  }
  if (resource !== 'metrics' && resource !== 'segments' && !scope.joins.includes(resource)) {
    const code =
      clause === 'SELECT' ? 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE' : 'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE';
    queryFailure(code, `'${resource}' does not go with FROM ${from}.`);
  }
  return field;
}

function segmentFits(name: string, scope: ResourceScope): boolean {
  return scope.level === 'search_term' || !/^segments\.(keyword|search_term_match_type)/.test(name);
}

function isMetric(name: string): boolean {
  return name.startsWith('metrics.');
}

/** The segments that select days. */
export const DATE_FIELDS: readonly string[] = ['segments.date', 'segments.week', 'segments.month'];

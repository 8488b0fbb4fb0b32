import { dayOfDate } from '../clock.ts';
import type { Json, JsonObject } from '../json.ts';
import { at, camelCase } from '../json.ts';
import type { FieldType } from './catalog.ts';
import { fieldNamed } from './catalog.ts';
import { namedRange } from './date-range.ts';
import type { Condition } from './parser.ts';

/** A condition made ready to test many rows. */
export type RowTest = (row: JsonObject) => boolean;

/** Compiles one condition of WHERE. */
export function compileCondition(condition: Condition, today: number): RowTest {
  const path = fieldPath(condition.field);
  const type = fieldNamed(condition.field)?.type ?? 'STRING';
  const test = compileValueTest(condition, type, today);
  return (row) => test(at(row, ...path));
}

/** The camelCase path of a snake_case field name. */
export function fieldPath(field: string): string[] {
  return field.split('.').map(camelCase);
}

/** Orders two values of a field the way ORDER BY does. */
export function compareValues(a: Json | undefined, b: Json | undefined, type: FieldType): number {
  if (type === 'INT64' || type === 'DOUBLE') return Number(a ?? 0) - Number(b ?? 0);
  const left = asText(a);
  const right = asText(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function compileValueTest(
  { operator, values }: Condition,
  type: FieldType,
  today: number,
): (value: Json | undefined) => boolean {
  const texts = values.map(({ text }) => text);
  const [low = '', high = ''] = texts;
  const equals = (value: Json | undefined, text: string) => equal(value, text, type);
  const order = (value: Json | undefined, text: string) => compareValues(value, text, type);
  switch (operator) {
    case '=':
      return (value) => equals(value, low);
    case '!=':
      return (value) => !equals(value, low);
    case '>':
      return (value) => value !== undefined && order(value, low) > 0;
    case '>=':
      return (value) => value !== undefined && order(value, low) >= 0;
    case '<':
      return (value) => value !== undefined && order(value, low) < 0;
    case '<=':
      return (value) => value !== undefined && order(value, low) <= 0;
    case 'BETWEEN':
      return (value) => value !== undefined && order(value, low) >= 0 && order(value, high) <= 0;
    case 'IN':
      return (value) => texts.some((text) => equals(value, text));
    case 'NOT IN':
      return (value) => !texts.some((text) => equals(value, text));
    case 'LIKE':
    case 'NOT LIKE':
      return patternTest(likePattern(low), operator === 'LIKE');
    case 'REGEXP_MATCH':
    case 'NOT REGEXP_MATCH':
      return patternTest(new RegExp(`^(?:${low})$`, 's'), operator === 'REGEXP_MATCH');
    case 'CONTAINS ANY':
      return (value) => texts.some((text) => includes(value, text));
    case 'CONTAINS ALL':
      return (value) => texts.every((text) => includes(value, text));
    case 'CONTAINS NONE':
      return (value) => !texts.some((text) => includes(value, text));
    case 'IS NULL':
      return (value) => value === undefined || value === null;
    case 'IS NOT NULL':
      return (value) => value !== undefined && value !== null;
    case 'DURING': {
      const { first, last } = namedRange(low, today);
      return (value) => {
        const day = dayOfDate(asText(value).slice(0, 10));
        return day >= first && day <= last;
      };
    }
  }
}

function equal(value: Json | undefined, text: string, type: FieldType): boolean {
  if (type === 'BOOLEAN') return (value ?? false) === (text.toLowerCase() === 'true');
  if (type === 'INT64' || type === 'DOUBLE') return value !== undefined && Number(value) === Number(text);
  return asText(value) === text;
}

function patternTest(pattern: RegExp, wanted: boolean): (value: Json | undefined) => boolean {
  return (value) => pattern.test(asText(value)) === wanted;
}

/** `%` stands for any text, `_` for one letter; brackets make them literal. */
function likePattern(text: string): RegExp {
  const source = text.replace(/\[([%_[\]])\]|[%_]|[.*+?^${}()|\\[\]]/g, (found, literal: string | undefined) => {
    if (literal !== undefined) return `\\${literal}`;
    if (found === '%') return '.*';
    return found === '_' ? '.' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 'is');
}

function includes(value: Json | undefined, text: string): boolean {
  return Array.isArray(value) && value.some((item) => item === text);
}

function asText(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

import { z } from 'zod';
import { isRecord, membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';

const KIB = 1024;
/** Room for mistakes: they are named, field by field, where a body is not plainly too large. */
const SMALLEST_LIMIT = 16 * KIB;
const LARGEST_LIMIT = 1024 * KIB;
/** White space between the values. */
const ROOM_BETWEEN = 2;

/** Bytes that the body of an operation may have: what its input can fill, unless it says so itself. */
export function bodyLimitOf(operation: Operation): number {
  const needed = operation.bodyLimit ?? Math.max(SMALLEST_LIMIT, ROOM_BETWEEN * largestBody(operation));
  return Math.min(LARGEST_LIMIT, Math.ceil(needed / KIB) * KIB);
}

/** Bytes of the largest body that an operation accepts, written without white space; Infinity where nothing ends it. */
export function largestBody({ input, rest }: Operation): number {
  const { properties, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const inBody = Object.entries(membersOf(properties)).filter(([name]) => !rest.parameters.includes(name));
  return largest({ ...schema, properties: Object.fromEntries(inBody) });
}

/** A character outside of ASCII may be written as `\uXXXX`. */
const BYTES_OF_CHARACTER = 6;
const BYTES_OF_NUMBER = 32;
const QUOTES = 2;

function largest(schema: unknown): number {
  const { type, enum: values, const: only, anyOf, oneOf, maxLength, items, maxItems } = membersOf(schema);
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (choices) return Math.max(...choices.map(largest));
  if (Array.isArray(values)) return Math.max(...values.map(written));
  if (only !== undefined) return written(only);
  if (type === 'object') return largestObject(schema);
  if (type === 'array') return QUOTES + atMost(maxItems) * (largest(items) + 1);
  if (type === 'string') return QUOTES + atMost(maxLength) * BYTES_OF_CHARACTER;
  return type === 'number' || type === 'integer' || type === 'boolean' || type === 'null'
    ? BYTES_OF_NUMBER
    : Number.POSITIVE_INFINITY;
}

function largestObject(schema: unknown): number {
  const { properties, additionalProperties } = membersOf(schema);
  if (additionalProperties !== false) return Number.POSITIVE_INFINITY;
  return Object.entries(isRecord(properties) ? properties : {})
    .map(([name, property]) => written(name) + largest(property) + QUOTES)
    .reduce((sum, size) => sum + size, QUOTES);
}

function atMost(limit: unknown): number {
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

function written(value: unknown): number {
  return QUOTES + JSON.stringify(value).length * BYTES_OF_CHARACTER;
}

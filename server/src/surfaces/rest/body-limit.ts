import { isRecord, membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { schemaAsJson } from '../../base/schema-as-json.ts';

const KIB = 1024;
/** Room for mistakes: they are named, field by field, where a body is not plainly too large. */
const SMALLEST_LIMIT = 16 * KIB;
const LARGEST_LIMIT = 1024 * KIB;
/** White space between the values: as much again as they are, up to this. */
const MOST_BETWEEN = 64 * KIB;

/** Bytes that the body of an operation may have: what its input can fill, unless it says so itself. */
export function bodyLimitOf(operation: Operation): number {
  return limitOf(operation, largestBody(operation));
}

/** Bytes that the whole input of an operation may have where all of it comes in one text, as that of a tool does. */
export function inputLimitOf(operation: Operation): number {
  return limitOf(operation, largestInput(operation));
}

/** Whether the input of an operation comes in its body; otherwise it comes in the address, and a body holds nothing. */
export function takesBody({ method }: Operation['rest']): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** Bytes of the largest body that an operation accepts, written without white space; Infinity where nothing ends it. */
export function largestBody(operation: Operation): number {
  const { rest } = operation;
  return takesBody(rest) ? largestInput(operation, rest.parameters) : 0;
}

/** The same of its whole input, or of what is not named. */
export function largestInput(operation: Operation, without: readonly string[] = []): number {
  return largest(inputSchemaOf(operation, without));
}

/** What the input of an operation may be, or what of it is not named. */
export function inputSchemaOf({ input }: Operation, without: readonly string[] = []): object {
  const { properties, ...schema } = schemaAsJson(input, 'input');
  const counted = Object.entries(membersOf(properties)).filter(([name]) => !without.includes(name));
  return { ...schema, properties: Object.fromEntries(counted) };
}

function limitOf({ bodyLimit }: Operation, filled: number): number {
  const needed = bodyLimit ?? Math.max(SMALLEST_LIMIT, filled + Math.min(filled, MOST_BETWEEN));
  return Math.min(LARGEST_LIMIT, Math.ceil(needed / KIB) * KIB);
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

/** How many a schema allows, where it says so. */
export function atMost(limit: unknown): number {
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

function written(value: unknown): number {
  return QUOTES + JSON.stringify(value).length * BYTES_OF_CHARACTER;
}

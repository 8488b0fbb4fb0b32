import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { atMost, inputSchemaOf, takesBody } from './body-limit.ts';

/** Room for mistakes: they are named, field by field, where there are not plainly too many. */
const ROOM_FOR_MISTAKES = 100;

/** Values that the body of an operation may hold: as many as its input can. */
export function bodyValuesOf(operation: Operation): number {
  const { rest } = operation;
  return ROOM_FOR_MISTAKES + (takesBody(rest) ? mostValues(inputSchemaOf(operation, rest.parameters)) : 0);
}

/** Values that the whole input of an operation may hold where all of it comes in one text, as that of a tool does. */
export function inputValuesOf(operation: Operation): number {
  return ROOM_FOR_MISTAKES + mostValues(inputSchemaOf(operation));
}

/** A list and an object are a value beside those in them; Infinity where nothing ends it. */
function mostValues(schema: unknown): number {
  const { type, anyOf, oneOf, properties, additionalProperties, items, maxItems } = membersOf(schema);
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (choices) return Math.max(...choices.map(mostValues));
  if (type === 'array') return 1 + atMost(maxItems) * mostValues(items);
  if (type !== 'object') return 1;
  if (additionalProperties !== false) return Number.POSITIVE_INFINITY;
  return Object.values(membersOf(properties)).reduce((sum: number, property) => sum + mostValues(property), 1);
}

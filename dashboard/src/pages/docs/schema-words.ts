import type { Schema } from '../../openapi.ts';

/** A type in a word or two. */
export function typeOf({ type, items, anyOf = [], format, $ref }: Schema): string {
  if ($ref) return 'error';
  if (anyOf.length > 0) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  const words = typeof type === 'string' ? [type] : (type ?? ['any']);
  return words.map((word) => (word === 'string' && format === 'date-time' ? 'timestamp' : word)).join(' or ');
}

/** The values that are accepted, where they are counted. */
export function acceptedOf({ enum: accepted = [], const: only, anyOf = [], items }: Schema): readonly unknown[] {
  if (only !== undefined) return [only];
  if (accepted.length > 0) return accepted;
  if (items) return acceptedOf(items);
  return anyOf.flatMap(acceptedOf);
}

/** The limits of a value, in words. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMaximum, minLength, maxLength, minItems, maxItems, items } = schema;
  const limits = [
    range(minimum, maximum ?? (exclusiveMaximum && Math.floor(exclusiveMaximum)), ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    ...(items ? limitsOf(items).map((limit) => `${limit} each`) : []),
  ];
  return limits.filter((limit) => limit !== '');
}

function range(least: number | undefined, most: number | undefined, of: string): string {
  const number = (value: number) => value.toLocaleString('en-US');
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)}${of}`;
  if (most !== undefined) return `at most ${number(most)}${of}`;
  return least === undefined ? '' : `at least ${number(least)}${of}`;
}

/** Whether there are members to be opened. */
export function isNested({ properties, items, anyOf = [] }: Schema): boolean {
  if (properties && Object.keys(properties).length > 0) return true;
  return (items !== undefined && isNested(items)) || anyOf.some(isNested);
}

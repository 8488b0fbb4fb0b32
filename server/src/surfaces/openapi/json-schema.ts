import { z } from 'zod';
import { membersOf } from '../../base/json.ts';

type Json = Record<string, unknown>;

/** Accepted values and limits are documented in prose: they may widen within a version. */
const LEFT_OUT = new Set([
  'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength',
  'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems', 'default', '$schema', 'additionalProperties', 'amount', 'id',
]); // biome-ignore format: one list

/** A schema as the interface's descriptions show it: names and types, without accepted values and limits. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return membersOf(strip(z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })));
}

/** What an operation answers, in few words: an agent reads the answer itself. */
export function answerSchema(output: z.ZodType): Json {
  return membersOf(withoutWords(jsonSchema(output, 'output')));
}

function strip(value: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => strip(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isPropertyMap || !LEFT_OUT.has(name));
  return Object.fromEntries(
    entries.map(([name, member]) => [name, strip(member, name === 'properties' && !isPropertyMap)]),
  );
}

function withoutWords(value: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isPropertyMap || name !== 'description');
  return Object.fromEntries(
    entries.map(([name, member]) => [name, withoutWords(member, name === 'properties' && !isPropertyMap)]),
  );
}

import { z } from 'zod';
import { membersOf } from '../../base/json.ts';
import { schemaAsJson } from '../../base/schema-as-json.ts';

type Json = Record<string, unknown>;

/** Accepted values and limits are documented in prose: they may widen within a version. */
const LEFT_OUT = new Set([
  'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength',
  'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems', 'default', '$schema', 'additionalProperties', 'amount', 'id',
]); // biome-ignore format: one list

/** What tells people nothing. */
const UNSAID = new Set(['$schema', 'amount', 'id']);

/** A schema as the interface's descriptions show it: names and types, without accepted values and limits. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return membersOf(strip(schemaAsJson(schema, io), LEFT_OUT));
}

/** A schema as people read it: with accepted values, defaults and limits, as they are today. */
export function wholeSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: { minimum, maximum }, jsonSchema: described }) => {
      // What a number in JSON can be at all is no limit of ours.
      if (minimum === Number.MIN_SAFE_INTEGER) delete described.minimum;
      if (maximum === Number.MAX_SAFE_INTEGER) delete described.maximum;
    },
  });
  return membersOf(strip(whole, UNSAID));
}

/** What an operation answers, in few words: an agent reads the answer itself. */
export function answerSchema(output: z.ZodType): Json {
  return membersOf(withoutWords(jsonSchema(output, 'output')));
}

function strip(value: unknown, leftOut: ReadonlySet<string>, isPropertyMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => strip(one, leftOut));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isPropertyMap || !leftOut.has(name));
  return Object.fromEntries(
    entries.map(([name, member]) => [name, strip(member, leftOut, name === 'properties' && !isPropertyMap)]),
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

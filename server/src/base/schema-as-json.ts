import { z } from 'zod';
import { membersOf } from './json.ts';

type Json = Readonly<Record<string, unknown>>;

const known = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() };

/**
 * A schema as JSON Schema, for reading only. It is worked out once: whatever serves an operation asks for it, and a schema
 * stays as it is.
 */
export function schemaAsJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json =
    known[io].get(schema) ?? membersOf(z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }));
  known[io].set(schema, json);
  return json;
}

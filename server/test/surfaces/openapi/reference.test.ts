import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import { referenceDocument } from '../../../src/surfaces/openapi/reference.ts';

const json = z.record(z.string(), z.unknown());
const media = z.looseObject({
  schema: json,
  example: json.optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
const described = z.looseObject({
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.string(), schema: json, example: z.unknown().optional() }),
  ),
  requestBody: z.looseObject({ content: z.object({ 'application/json': media }) }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.looseObject({ 'application/json': media }) })),
  'x-error-codes': z.array(z.string()),
});
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), described)), components: json });

const reference = document.parse(referenceDocument(operations, 'http://localhost:3000/v1', '0'));

test('the reference tells accepted values, defaults and limits, as they are today', () => {
  const limit = of('list_campaigns').parameters.find(({ name }) => name === 'limit');
  assert.deepEqual(limit?.schema, { default: 20, type: 'integer', minimum: 1, maximum: 100 });
  const state = of('list_campaigns').parameters.find(({ name }) => name === 'state');
  assert.deepEqual(state?.schema.enum, ['live', 'paused', 'draft', 'error']);
});

test('each request of the reference can be sent as it stands, and previews where it can', () => {
  for (const { name, input, rest, isPreview } of operations) {
    const { parameters, requestBody } = of(name);
    const inPath = parameters.filter((one) => one.in === 'path');
    for (const parameter of inPath) assert.ok(parameter.example !== undefined, `${name}: {${parameter.name}}`);
    const path = inPath.filter((one) => one.name in input.shape).map((one) => [one.name, one.example]);
    const body = requestBody?.content['application/json'].example ?? {};
    assert.ok(!requestBody || Object.keys(body).length > 0, `${name} has an example in EXAMPLE_BODIES`);
    const read = input.safeParse({ ...Object.fromEntries(path), ...body });
    assert.ok(read.success, `${name} ${rest.path}: ${read.error}`);
    if ('dry_run' in input.shape) assert.ok(isPreview(read.data), name);
  }
});

test('each answer of the reference is one that its schema allows, and says something', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'reference', components: reference.components });
  for (const { name, status } of operations) {
    const answer = of(name).responses[status]?.content['application/json'];
    assert.ok(answer?.examples, name);
    const text = JSON.stringify(answer.schema).replaceAll('#/components', 'reference#/components');
    const validate = ajv.compile(json.parse(JSON.parse(text)));
    for (const [shape, { value }] of Object.entries(answer.examples)) {
      assert.ok(validate(value), `${name}, ${shape}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
      assert.doesNotMatch(JSON.stringify(value), /"…"/, `${name}: EXAMPLE_VALUES lacks a member of it`);
    }
  }
});

test('what an operation can be refused with follows from what it is', () => {
  assert.deepEqual(of('list_organizations')['x-error-codes'], [
    'unauthorized', 'insufficient_scope', 'validation_error', 'rate_limited', 'internal_error',
  ]); // biome-ignore format: one list
  const ofUndo = of('undo_action')['x-error-codes'];
  assert.ok(['not_found', 'not_reversible', 'approval_required'].every((code) => ofUndo.includes(code)));
  assert.ok(!ofUndo.includes('unsafe_change') && !ofUndo.includes('role_denied'));
});

function of(name: string) {
  const { path, method } = operations.find((one) => one.name === name)?.rest ?? assert.fail(name);
  return reference.paths[path]?.[method.toLowerCase()] ?? assert.fail(name);
}

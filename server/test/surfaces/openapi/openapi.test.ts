import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { operations } from '../../../catalogue.ts';
import { openApiDocument } from '../../../src/surfaces/openapi/openapi.ts';
import { ENDPOINTS } from '../../endpoints.ts';
import { eventOf } from '../../harness/audit-events.ts';
import { parseOpenApi } from '../../harness/openapi-check.ts';
import { startService } from '../../harness/service.ts';

/** Accepted values and limits are in the specification, not in the document: they may widen within a version. */
const LEFT_OUT = [
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];

test('the document is valid under the linter’s recommended rules', async (t) => {
  const service = await startService(t);
  const { text } = await service.call('GET', '/v1/openapi.json');
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The server is wherever the service runs, on a developer's machine too.
      'no-server-example.com': 'off',
      // 4XX and 5XX stand for every error: each comes in the same envelope, and the codes are in the error reference.
      'operation-4xx-response': 'error',
      'operation-2xx-response': 'error',
      'operation-operationId-unique': 'error',
      'operation-operationId': 'error',
      'operation-description': 'error',
      'operation-summary': 'error',
      'path-parameters-defined': 'error',
      'no-unresolved-refs': 'error',
      'security-defined': 'error',
    },
  });
  const lint = (source: string) => lintFromString({ source, absoluteRef: 'openapi.json', config });
  const problems = await lint(text);
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
  assert.notEqual((await lint(text.replace('"operationId":"list_organizations",', ''))).length, 0, 'it does lint');
});

test('it holds no accepted values and no limits', () => {
  const found: string[] = [];
  visit(describeAll(), '', (name, at) => {
    if (LEFT_OUT.includes(name) && !at.endsWith('/properties')) found.push(`${at}/${name}`);
  });
  assert.deepEqual(found, []);
});

test('each operation is described once, with its scope, an answer and errors', () => {
  const { paths } = describeAll();
  for (const operation of operations) {
    const described = paths[operation.rest.path]?.[operation.rest.method.toLowerCase()];
    assert.ok(described, operation.name);
    assert.equal(described.operationId, operation.name);
    assert.equal(described['x-required-scope'], operation.scope ?? undefined);
    const takesKey = JSON.stringify(described.parameters).includes('"Idempotency-Key"');
    assert.equal(takesKey, operation.takesIdempotencyKey, operation.name);
    const answers = Object.keys(described.responses);
    assert.ok(answers.includes(String(operation.status)) && answers.includes('4XX') && answers.includes('5XX'));
  }
});

test('what is in the document is what the service answers, path by path and method by method', async (t) => {
  const service = await startService(t);
  const { json } = await service.call('GET', '/v1/openapi.json');
  const { paths } = parseOpenApi(json);
  const described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
    ),
  );
  const { key } = await service.world.addKey();
  for (const { name } of operations) assert.equal(described.get(ENDPOINTS[name]?.route ?? ''), name);
  for (const path of Object.keys(paths)) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await service.call(method, `/v1${path.replaceAll(/\{\w+\}/g, 'x')}`, { key });
      const isDescribed = described.has(`${method} ${path}`);
      assert.equal(answer.status === 405, !isDescribed, `${method} ${path}: ${answer.text}`);
      const { operation } = await eventOf(service.database, answer.requestId);
      if (isDescribed) assert.equal(operation, described.get(`${method} ${path}`));
    }
  }
});

test('every property and every query parameter says of which type it is', () => {
  const untyped: string[] = [];
  visit(describeAll(), '', (_name, at, value) => {
    const isProperty = at.endsWith('/properties');
    if (isProperty && Object.keys(value).every((key) => key === 'description')) untyped.push(`${at}/${_name}`);
  });
  assert.deepEqual(untyped, []);
});

test('it needs no credential', async (t) => {
  const service = await startService(t);
  const answer = await service.call('GET', '/v1/openapi.json', { key: 'nonsense' });
  assert.equal(answer.status, 200);
});

function describeAll() {
  return parseOpenApi(openApiDocument(operations, 'http://localhost:3000/v1', '0'));
}

function visit(value: object, at: string, look: (name: string, at: string, value: object) => void): void {
  for (const [name, member] of Object.entries(value)) {
    look(name, at, typeof member === 'object' && member !== null ? member : {});
    if (typeof member === 'object' && member !== null) visit(member, `${at}/${name}`, look);
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { operations } from '../catalogue.ts';
import { openApiDocument } from '../src/surfaces/openapi/openapi.ts';
import { parseOpenApi } from './harness/openapi-check.ts';
import { startService } from './harness/service.ts';

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

/** Every operation there is: a change here is a change of the interface, and within v1 only additions are allowed. */
const SNAPSHOT = [
  'get /organizations list_organizations',
  'get /organizations/{org} get_organization',
  'get /organizations/{org}/business-profile get_business_profile',
  'get /organizations/{org}/campaigns list_campaigns',
  'get /organizations/{org}/campaigns/{slug} get_campaign',
  'patch /organizations/{org}/campaigns/{slug} update_campaign',
  'put /organizations/{org}/campaigns/{slug}/state set_campaign_state',
  'get /organizations/{org}/campaigns/{slug}/keywords list_keywords',
  'post /organizations/{org}/campaigns/{slug}/negative-keywords add_negative_keywords',
  'get /organizations/{org}/performance get_performance',
  'get /organizations/{org}/search-terms get_search_terms',
  'post /actions/{action_id}/undo undo_action',
  'get /organizations/{org}/actions get_action_log',
  'get /organizations/{org}/audit/export export_audit',
  'get /task-tracking/{task_tracking_id} get_task_status',
  'get /queued-writes/{queued_write_id} get_queued_write',
  'get /openapi.json get_openapi',
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

test('what is in the document is what the service answers, path by path', async (t) => {
  const service = await startService(t);
  const { json } = await service.call('GET', '/v1/openapi.json');
  const { paths } = parseOpenApi(json);
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  assert.deepEqual(listed, SNAPSHOT);
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

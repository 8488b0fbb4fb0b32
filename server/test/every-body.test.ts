import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import type { Operation } from '../src/base/operation.ts';
import { bodyLimitOf, largestBody, largestInput } from '../src/surfaces/rest/body-limit.ts';
import { bodyValuesOf } from '../src/surfaces/rest/value-limit.ts';
import { eventOf } from './harness/audit-events.ts';
import type { CallOptions, HttpAnswer } from './harness/client.ts';
import { DASHBOARD, each, type Gate, openGate, REST } from './harness/gate.ts';
import { wholeSuite } from './harness/service.ts';

const KIB = 1024;
const all = [...operations, ...dashboardOperations];

test('the limit of a body follows from what the input can hold, and is never above 1 MiB', () => {
  const limits = new Map(all.map((operation) => [operation.name, bodyLimitOf(operation)]));
  assert.equal(limits.get('sign_in'), 4 * KIB);
  assert.equal(limits.get('update_campaign'), 16 * KIB);
  assert.equal(limits.get('add_negative_keywords'), 95 * KIB);
  for (const [name, limit] of limits) assert.ok(limit <= 1024 * KIB, name);
});

test('the limit of a body is far below 1 MiB, unless the operation says otherwise', () => {
  const large = all.filter((one) => one.bodyLimit === undefined && bodyLimitOf(one) > 384 * KIB);
  assert.deepEqual(
    large.map(({ name }) => name),
    [],
    'give its texts and lists narrower limits, or say how large its body may be',
  );
});

test('the number of values in a body follows from what the input can hold, with room for mistakes', () => {
  const limits = new Map(all.map((operation) => [operation.name, bodyValuesOf(operation)]));
  assert.equal(limits.get('sign_in'), 103);
  assert.equal(limits.get('list_campaigns'), 100);
  assert.equal(limits.get('add_negative_keywords'), 204);
  for (const [name, limit] of limits) assert.ok(limit <= 1_000, `${name}: ${limit}`);
});

test('where the input comes in the address, a body may only be large enough to be told what is wrong with it', () => {
  for (const operation of all.filter(({ rest }) => rest.method === 'GET' || rest.method === 'DELETE')) {
    assert.equal(bodyLimitOf(operation), 16 * KIB, operation.name);
  }
});

test('every input that comes in a body or through a tool has an end', () => {
  const endless = [
    ...all.filter((one) => !Number.isFinite(largestBody(one))),
    ...all.filter((one) => one.tool !== null && !Number.isFinite(largestInput(one))),
  ];
  assert.deepEqual(
    endless.map(({ name }) => name),
    [],
    'give every text a longest length and every list a largest number',
  );
});

describe('the body of every operation, on every surface', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  test('is refused where it holds a key twice, and the key is named', async () => {
    await send({ raw: '{"dry_run":true,"dry_run":false}' }, 422, 'dry_run', 'was sent more than once');
    await send({ raw: '{"x":[{"y":1,"\\u0079":2}]}' }, 422, 'x.0.y', 'was sent more than once');
    await send({ raw: '{"__proto__":1,"__proto__":2}' }, 422, '__proto__', 'was sent more than once');
  });

  test('is refused where it is larger than the operation takes, whether its length is told or not', async () => {
    const told = (operation: Operation) => ({ raw: ' '.repeat(bodyLimitOf(operation) + 1) });
    await send(told, 413, 'body');
    const untold = (operation: Operation) => ({
      ...told(operation),
      headers: { 'content-length': '', 'transfer-encoding': 'chunked' },
    });
    await send(untold, 413, 'body');
  });

  test('is refused where it holds more values than the operation takes', async () => {
    const many = (operation: Operation) => Array.from({ length: bodyValuesOf(operation) }, (_, n) => `"${n}":1`);
    await send(
      (one) => ({ raw: `{${many(one)}}` }),
      422,
      'body',
      (one) => `holds more than ${bodyValuesOf(one)} values`,
    );
    await send((one) => ({ raw: `{"0":1,${many(one)}}` }), 422, 'body');
  });

  test('is refused where it is not declared as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      await send({ raw: '{}', headers: { 'content-type': type } }, 415, 'body');
    }
  });

  test('is refused where it is not JSON', async () => {
    for (const raw of ['{', '{"a":1,}', '\uFEFF', 'null', '[]']) {
      await send({ raw }, raw === 'null' || raw === '[]' ? 422 : 400, 'body');
    }
  });

  /** Sends a body to each operation, and holds the answer to what it is to be refused with. */
  async function send(
    options: CallOptions | ((operation: Operation) => CallOptions),
    status: number,
    path: string,
    message?: string | ((operation: Operation) => string),
  ): Promise<void> {
    const { key } = await gate.service.world.addKey();
    await each(all, async (operation) => {
      const { method, path: target } = await gate.requestOf(operation);
      const sent = typeof options === 'function' ? options(operation) : options;
      for (const [prefix, credential] of [
        [DASHBOARD, { cookie: (await gate.newcomer('owner')).cookie }],
        ...(operations.includes(operation) ? [[REST, { key }] as const] : []),
      ] as const) {
        const answer = await gate.service.call(method, prefix + target, { ...credential, ...sent });
        const told = typeof message === 'function' ? message(operation) : message;
        await refused(answer, operation, status, path, told);
      }
    });
  }

  async function refused(
    answer: HttpAnswer,
    operation: Operation,
    status: number,
    path: string,
    message: string | undefined,
  ): Promise<void> {
    const { error, text, requestId } = answer;
    assert.deepEqual([answer.status, error.code], [status, 'validation_error'], `${operation.name}: ${text}`);
    const [field] = Array.isArray(error.fields) ? error.fields : [];
    assert.equal(field?.path, path, `${operation.name}: ${text}`);
    if (message !== undefined) assert.equal(field?.message, message, operation.name);
    const event = await eventOf(gate.service.database, requestId);
    assert.deepEqual([event.operation, event.status_code], [operation.name, status]);
  }
});

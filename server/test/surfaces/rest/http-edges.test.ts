import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { assertEachAuditedOnce, eventOf } from '../../harness/audit-events.ts';
import { rawConnection, readAnswer } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const UNLIMITED = { rateLimitPerMinute: 100_000, anonymousRateLimitPerMinute: 100_000 };
const envelope = z.object({ error: z.object({ code: z.string(), message: z.string(), doc_url: z.string() }) });

describe('requests at the edges of HTTP', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  for (const [what, bytes, status] of [
    ['a line without a path', 'GET\r\n\r\n', 400],
    ['NUL bytes', '\0\0\0\r\n\r\n', 400],
    ['a version that does not exist', 'GET /v1/ HTTP/9.9\r\n\r\n', 400],
    ['a negative length', 'POST /v1/x HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n', 400],
    ['a path in anything but ASCII', 'GET /v1/\xff HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['a method that does not exist', 'FOO /v1/ HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    [
      'a body with two lengths',
      'POST /v1/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET /v1/x HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    test(`${what} is answered ${status} in the envelope, with its id, and leaves an event`, async () => {
      const answer = await rawExchange(bytes);
      assert.equal(answer.status, status, answer.text);
      assert.equal(envelope.parse(JSON.parse(answer.body)).error.code, 'validation_error');
      const outcome = { operation: 'unreadable_request', status, code: 'validation_error' };
      await eventOf(service.database, answer.requestId, outcome);
    });
  }

  test('HTTP/1.1 without Host is answered 400, after access as any other input', async () => {
    const { key } = await service.world.addKey();
    const asked = `GET /v1/organizations HTTP/1.1\r\nconnection: close\r\n`;
    assert.equal((await rawExchange(`${asked}\r\n`)).status, 401);
    assert.equal((await rawExchange(`${asked}authorization: Bearer ${key}\r\n\r\n`)).status, 400);
  });

  test('an expectation that nobody knows is passed over', async () => {
    const asked = 'GET /v1/organizations HTTP/1.1\r\nhost: a\r\nexpect: foo\r\nconnection: close\r\n\r\n';
    assert.equal((await rawExchange(asked)).status, 401);
  });

  test('CONNECT is answered 405 in the envelope, with its id, and leaves an event of whoever sent it', async () => {
    const issued = await service.world.addKey();
    for (const [authorization, organization] of [
      ['', null],
      [`authorization: Bearer ${issued.key}\r\n`, issued.organizationId],
    ] as const) {
      const asked = `CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n${authorization}\r\n`;
      const answer = await rawExchange(asked);
      assert.equal(answer.status, 405, answer.text);
      assert.match(answer.text, /^allow: GET, POST, PUT, PATCH, DELETE\r$/m);
      assert.equal(envelope.parse(JSON.parse(answer.body)).error.code, 'method_not_allowed');
      const event = await eventOf(service.database, answer.requestId);
      assert.deepEqual([event.status_code, event.organization_id, event.path], [405, organization, '']);
    }
  });

  test('of a target that is a whole address only the path counts, and only the path is kept', async () => {
    const { key } = await service.world.addKey();
    for (const [target, status, path] of [
      ['http://foreign.example/v1/organizations?limit=1', 422, '/v1/organizations'],
      ['HTTPS://user@foreign.example:8443/v1/organizations', 200, '/v1/organizations'],
      ['http://foreign.example/v1/organizations/%', 404, '/v1/organizations/%'],
      ['http://foreign.example/v1/nothing', 404, '/v1/nothing'],
      ['http://foreign.example?x', 404, '/'],
    ] as const) {
      const asked = `POST ${target} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
      const answer = await rawExchange(target.includes('?x') ? asked : asked.replace('POST', 'GET'));
      assert.equal(answer.status, status, answer.text);
      assert.equal((await eventOf(service.database, answer.requestId)).path, path);
    }
  });

  test('a request with a credential to where nothing is leaves an event of its sender', async () => {
    const issued = await service.world.addKey();
    for (const path of ['/nothing', '/v1/openapi.json']) {
      const { requestId } = await service.call('GET', path, { key: issued.key });
      const event = await eventOf(service.database, requestId);
      assert.deepEqual([event.organization_id, event.key_last_four], [issued.organizationId, issued.lastFour]);
    }
  });

  test('a path outside of every surface answers not_found like any other, whoever asks', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/v2/organizations'],
      ['POST', '/docs/errors'],
      ['DELETE', '/'],
    ] as const) {
      const answer = await service.call(method, path);
      assert.deepEqual([answer.status, answer.error.code], [404, 'not_found'], answer.text);
      await eventOf(service.database, answer.requestId, { status: 404, code: 'not_found' });
    }
    for (const raw of ['{', 'a'.repeat(2 * 1024 * 1024)]) {
      assert.equal((await service.call('POST', '/nothing', { raw })).status, 404);
    }
  });

  test('the address of the dashboard opens it, whatever the client says it accepts', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await service.call(method, '/', { unchecked: true });
      const built = answer.status === 200;
      assert.match(String(answer.headers['content-type']), built ? /^text\/html/ : /json/);
    }
  });

  test('every one of them leaves exactly one audit event', async () => {
    await assertEachAuditedOnce(service.database, service.requestIds);
  });

  async function rawExchange(bytes: string) {
    const connection = await rawConnection(service.base);
    connection.send(bytes);
    const text = await connection.closed;
    const answer = readAnswer(text);
    if (answer.requestId !== '') service.requestIds.push(answer.requestId);
    return { text, ...answer };
  }
});

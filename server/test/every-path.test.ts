import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dashboardOperations, operations } from '../catalogue.ts';
import { statement } from '../src/base/database.ts';
import { DASHBOARD, type Gate, openGate, REST } from './harness/gate.ts';
import { rawConnection } from './harness/raw-connection.ts';
import { wholeSuite } from './harness/service.ts';

const REQUEST_ID = /^req_[0-9a-z]{26}$/;
const DIST = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** Every path that no operation has: those that answer something, and those that lead nowhere. */
const OTHER_PATHS = [
  '/',
  '/index.html',
  '/campaigns',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/docs/errors',
  '/docs/reference.json',
  '/v1/openapi.json',
  '/secret-scanning/github',
  '/nothing',
  '/v1',
  '/v1/',
  '/v1/nothing',
  '/v1/organizations/%',
  '/v1/%zz',
  '/dashboard/v1',
  '/dashboard/v1/nothing',
  `/v1/organizations/${'a'.repeat(500)}`,
  '//',
  '/..',
];

const MALFORMED = ['GET\r\n\r\n', 'FOO / HTTP/1.1\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', 'x\r\n\r\n'];

describe('every answer, whatever the path', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  test('of an operation has an id and is not to be guessed at, for whoever may call it and for whoever may not', async () => {
    const { world } = gate.service;
    const { key } = await world.addKey();
    for (const operation of [...operations, ...dashboardOperations]) {
      for (const [prefix, options] of [
        [REST, {}],
        [REST, { key }],
        [DASHBOARD, {}],
        [DASHBOARD, { cookie: (await gate.newcomer('owner')).cookie }],
      ] as const) {
        const { method, path, body } = await gate.requestOf(operation);
        const answer = await gate.service.call(method, prefix + path, { ...options, body, unchecked: true });
        assertPlain(answer.headers, `${prefix} ${operation.name} ${answer.status}`);
      }
    }
  });

  test('of anything else too, with every method', async () => {
    const files = readFiles();
    for (const path of [...OTHER_PATHS, ...files]) {
      for (const method of METHODS) {
        for (const accept of ['*/*', 'text/html']) {
          const answer = await gate.service.call(method, path, { headers: { accept }, unchecked: true });
          assertPlain(answer.headers, `${method} ${path} ${answer.status}`);
        }
      }
    }
  });

  test('of a file that a browser has already too', async () => {
    const { headers } = await gate.service.call('GET', '/', { unchecked: true });
    if (headers.etag === undefined) return;
    const again = { 'if-none-match': headers.etag };
    const answer = await gate.service.call('GET', '/', { headers: again, unchecked: true });
    assert.equal(answer.status, 304);
    assertPlain(answer.headers, 'GET / 304');
  });

  test('to what is hardly a request too', async () => {
    for (const bytes of MALFORMED) {
      const connection = await rawConnection(gate.service.base);
      connection.send(bytes);
      const text = await connection.closed;
      const names = [...text.matchAll(/^([a-z-]+): (.*)\r$/gm)].map(([, name, value]) => [name, value]);
      assertPlain(Object.fromEntries(names), JSON.stringify(bytes));
    }
  });

  test('when all fails too', async (t) => {
    t.after(() => gate.service.database.execute(showTrail));
    await gate.service.database.execute(hideTrail);
    for (const path of ['/v1/organizations', '/nothing', '/v1/organizations/%', '/dashboard/v1/me', '/readyz']) {
      const answer = await gate.service.call('GET', path, { unchecked: true });
      assert.ok(answer.status >= 500, `${path}: ${answer.status}`);
      assertPlain(answer.headers, path);
    }
  });
});

const hideTrail = statement<[], never>('alter table auth_epoch rename to auth_epoch_hidden');
const showTrail = statement<[], never>('alter table auth_epoch_hidden rename to auth_epoch');

function assertPlain(headers: IncomingHttpHeaders, what: string): void {
  assert.match(String(headers['x-request-id']), REQUEST_ID, `${what}: X-Request-Id`);
  assert.equal(headers['x-content-type-options'], 'nosniff', `${what}: X-Content-Type-Options`);
}

/** One file of each folder of the built dashboard, where it has been built. */
function readFiles(): string[] {
  try {
    const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const byFolder = Map.groupBy(files, ({ parentPath }) => parentPath);
    return [...byFolder].map(([folder, [file]]) => `${folder.slice(DIST.length)}/${file?.name}`);
  } catch {
    return [];
  }
}

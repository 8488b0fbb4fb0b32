import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { intakeWith } from '../../harness/config.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { UnreadConnection } from '../../harness/unread-connection.ts';

const PATIENCE_MS = 10_000;
const MESSAGE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

/** The status with which each part of the service answers a request: its line, and what comes after its host. */
type Request = (as: { key: string; cookie: string }) => [status: number, line: string, rest?: string];
const PARTS: Readonly<Record<string, Request>> = {
  'the API': ({ key }) => [200, 'GET /v1/organizations', `authorization: Bearer ${key}\r\n\r\n`],
  'the API, which refuses': () => [401, 'GET /v1/organizations'],
  'the description of the API': () => [200, 'GET /v1/openapi.json'],
  'the dashboard': ({ cookie }) => [200, 'GET /dashboard/v1/organizations', `cookie: ${cookie}\r\n\r\n`],
  'its exports': ({ cookie }) => [
    200,
    'GET /dashboard/v1/organizations/harbor/audit/export?from=2026-01-01&to=2026-01-02',
    `cookie: ${cookie}\r\n\r\n`,
  ],
  'the MCP server': ({ key }) => [
    200,
    'POST /mcp',
    `authorization: Bearer ${key}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${MESSAGE.length}\r\n\r\n${MESSAGE}`,
  ],
  'the sign-in of apps': () => [400, 'GET /oauth/authorize'],
  'its description': () => [200, 'GET /.well-known/oauth-authorization-server'],
  'the documents': () => [200, 'GET /docs/errors'],
  health: () => [200, 'GET /healthz'],
  'nothing that there is': () => [404, 'GET /nothing'],
  'the framework': () => [401, 'GET /v1/%zz'],
};

describe('an answer that nobody reads is cut off, when it is of', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: { intake: intakeWith({ readWithinMs: 100 }) } });
  });

  for (const [part, requestOf] of Object.entries(PARTS)) {
    test(part, async (t) => {
      const { key } = await service.world.addKey();
      const app = service.service.http();
      t.after(() => app.close());
      await app.ready();
      const connection = new UnreadConnection();
      app.server.emit('connection', connection);
      const [status, line, rest = '\r\n'] = requestOf({ key, cookie: service.world.people.owner.cookie });
      connection.push(`${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${rest}`);
      await once(connection, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
      assert.equal(connection.written.slice(0, 'HTTP/1.1 200'.length), `HTTP/1.1 ${status}`);
    });
  }
});

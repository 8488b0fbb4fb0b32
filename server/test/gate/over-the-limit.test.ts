import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventOf } from '../harness/audit-events.ts';
import { rawConnection, readAnswer } from '../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const PER_MINUTE = 5;
const ANSWER = /^HTTP\/1\.1 [2-5]\d\d .*\r\n\r\n.*}$/s;

describe('whoever has used up a limit', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let header: { key: string; session: string };

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: PER_MINUTE } });
    const { key } = await service.world.addKey();
    const { cookie } = service.world.people.owner;
    for (let request = 0; request < PER_MINUTE; request += 1) {
      await service.call('GET', '/v1/organizations', { key });
      await service.call('GET', '/dashboard/v1/me', { cookie });
    }
    header = { key: `authorization: Bearer ${key}\r\n`, session: `cookie: ${cookie}\r\n` };
  });

  for (const [surface, path, who] of [
    ['REST', '/v1/organizations/harbor/campaigns', 'key'],
    ['the dashboard', '/dashboard/v1/organizations/harbor/invitations', 'session'],
    ['MCP', '/mcp', 'key'],
  ] as const) {
    test(`is answered by ${surface} on the headers: nothing is read of what was sent`, async () => {
      const connection = await rawConnection(service.base);
      const { host } = new URL(service.base);
      const headers = `host: ${host}\r\n${header[who]}content-type: application/json\r\ncontent-length: 15000\r\n`;
      connection.send(`POST ${path} HTTP/1.1\r\n${headers}\r\n`);
      const { status, requestId, body } = readAnswer(await connection.until(ANSWER));
      assert.equal(status, 429, body);
      assert.match(body, /"rate_limited"/);
      assert.equal((await eventOf(service.database, requestId)).error_code, 'rate_limited');
      connection.reset();
    });
  }

  test('is counted once for a message of MCP, whatever becomes of it', async () => {
    const { key } = await service.world.addKey();
    const remaining = [];
    for (const method of ['tools/list', 'tools/call', 'no/such/method']) {
      const { headers } = await service.call('POST', '/mcp', {
        key,
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method, params: { name: 'no_such_tool', arguments: {} } },
        unchecked: true,
      });
      remaining.push(Number(headers['x-ratelimit-remaining']));
    }
    assert.deepEqual(remaining, [PER_MINUTE - 1, PER_MINUTE - 2, PER_MINUTE - 3]);
  });
});

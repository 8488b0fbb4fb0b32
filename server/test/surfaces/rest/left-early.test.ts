import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

/** More than there are places for one organization, and for one person. */
const MANY = 15;
const LEFT_WITHIN_MS = 5_000;

describe('whoever goes away before an answer in pieces begins', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  for (const [what, path] of [
    ['the audit export', '/dashboard/v1/organizations/harbor/audit/export'],
    ['the audit export as CSV', '/dashboard/v1/organizations/harbor/audit/export?format=csv'],
    ['what changes in an organization', '/dashboard/v1/organizations/harbor/events'],
  ] as const) {
    test(`holds no place of ${what}`, async () => {
      const { cookie } = service.world.people.owner;
      const { host } = new URL(service.base);
      const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`;
      for (let left = 0; left < MANY; left += 1) {
        const connection = await rawConnection(service.base);
        connection.send(request);
        // Some are still being admitted when the connection breaks, some have begun.
        await new Promise((resolve) => setTimeout(resolve, left % 3));
        connection.reset();
        await connection.closed;
      }
      const until = performance.now() + LEFT_WITHIN_MS;
      for (;;) {
        const connection = await rawConnection(service.base);
        connection.send(request);
        const answer = await connection.until(/^HTTP\/1\.1 \d+ /);
        connection.reset();
        if (answer.startsWith('HTTP/1.1 200')) return;
        assert.ok(performance.now() < until, answer);
      }
    });
  }
});

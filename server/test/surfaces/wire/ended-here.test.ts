import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { intakeWith } from '../../harness/config.ts';
import { startService } from '../../harness/service.ts';

const PER_ADDRESS = 4;
const BULK = 'x'.repeat(200_000);
const UNLIMITED = { anonymousRateLimitPerMinute: 100_000 };
/** Longer than an ended connection is kept for whoever has not closed it. */
const KEPT_MS = 4_000;

describe('a connection that was ended here takes no room for ever', { concurrency: 4 }, () => {
  for (const [what, bytes] of [
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n'],
    ['CONNECT with much behind it', `CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n${BULK}`],
    ['what is not HTTP', '\x16\x03\x01garbage\r\n\r\n'],
    ['what is not HTTP, with much behind it', `\x16\x03\x01garbage\r\n\r\n${BULK}`],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${BULK}`],
    ['a path that is not there', 'GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ] as const) {
    for (const [goes, leave] of [
      ['stays half open', () => {}],
      ['goes away without a word', (socket: Socket) => socket.resetAndDestroy()],
    ] as const) {
      test(`${what}, whose sender ${goes}`, async (t) => {
        const { base } = await startService(t, {
          config: { ...UNLIMITED, intake: intakeWith({ connections: 100, connectionsPerAddress: PER_ADDRESS }) },
        });
        const { hostname: host, port } = new URL(base);
        const opened = Array.from({ length: PER_ADDRESS }, async () => {
          const socket = connect({ host, port: Number(port), allowHalfOpen: true });
          t.after(() => void socket.destroy());
          const answered = new Promise<void>((resolve) => {
            for (const event of ['data', 'error', 'close'] as const) socket.on(event, () => resolve());
          });
          socket.write(bytes, 'latin1');
          await answered;
          leave(socket);
        });
        await Promise.all(opened);
        await pause(KEPT_MS);
        const answer = await fetch(`${base}/healthz`, { headers: { connection: 'close' } });
        assert.equal(answer.status, 200);
      });
    }
  }
});

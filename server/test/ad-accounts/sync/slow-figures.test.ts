import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { statement } from '../../../src/base/database.ts';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';
import type { Cleaned } from '../../harness/database.ts';
import { ACME, startWorld } from '../../writes/world.ts';
import { noonEmulator } from '../world.ts';

/** As many as the connections that all work in the background shares. */
const SYNCS = 8;
const live = statement<[organizationId: number], { slug: string }>(
  `select slug from campaign where organization_id = $1 and state = 'live' limit 1`,
);

test('while the platform keeps as many syncs waiting for figures as there are connections, changes are carried out', async (t) => {
  const emulator = await noonEmulator(['--daily-operations', '10000000']);
  t.after(() => emulator.stop());
  const slow = await keepingFigures(t, emulator);
  const world = await startWorld(t, { emulator: slow, works: false, config: { taskConcurrency: SYNCS } });
  const runner = await world.service.work();
  t.after(() => runner.stop({ graceMs: 500 }));
  const other = await world.organization({ account: ACME, synced: true });
  const slug = (await world.database.row(live, other.id))?.slug;
  assert.ok(slug);
  const organizations = await Promise.all(Array.from({ length: SYNCS }, () => world.organization({ account: ACME })));
  slow.keep();
  for (const { tenancy } of organizations) {
    await queueSync(world.service.services, tenancy, ACME.accountId, null, { afresh: true });
  }
  // Each asks for the first figures, and for the next ones ahead.
  while (slow.kept() < 2 * SYNCS) await sleep(20);
  await other.moved(slug, 'paused');
  slow.release();
});

/** Stands before an emulator and, from a moment on, keeps whoever asks for figures waiting. */
async function keepingFigures(t: Cleaned, emulator: Emulator) {
  let gate: PromiseWithResolvers<void> | undefined;
  let kept = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    const { method = '', url = '', headers } = request;
    if (gate && body.includes('segments.date')) {
      kept += 1;
      await gate.promise;
    }
    const upstream = forward(new URL(url, emulator.origin), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    upstream.end(body);
  };
  const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    ...emulator,
    origin: `http://127.0.0.1:${address.port}`,
    keep: () => {
      gate = Promise.withResolvers<void>();
    },
    kept: () => kept,
    release: () => gate?.resolve(),
  };
}

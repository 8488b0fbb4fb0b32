import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import type { Cleaned } from '../../harness/database.ts';
import { ACME, accountWorld, noonEmulator } from '../world.ts';

const BROKEN = String.raw`\u0000\ud800`;
const SHOWN = String.raw`\u{0}\u{d800}`;
/** Members that hold what somebody wrote at the platform. */
const WRITTEN = /"(?:name|descriptiveName|text|searchTerm)": ?"/g;

const kept = statement<[organizationId: number], { what: string; count: number; text: string }>(`
  select 'account' as what, count(*) as count, min(name) as text from ad_account where organization_id = $1
  union all select 'campaign', count(*), min(name) from campaign where organization_id = $1
  union all select 'keyword', count(*), min(text) from keyword where organization_id = $1
  union all select 'search term', count(*), min(term) from search_term where organization_id = $1
  union all select 'ad', count(*), min(headlines::text) from ad where organization_id = $1`);

/** An emulator in whose answers every name, keyword, headline and search term begins with what no database keeps. */
async function brokenEmulator(t: Cleaned) {
  const emulator = await noonEmulator();
  const server = createServer(async (request, response) => {
    const { method, headers, url = '' } = request;
    const { 'accept-encoding': _, ...asked } = headers;
    // A connection kept from before may be ended there just now.
    const upstream = forward(new URL(url, emulator.origin), { method, headers: asked, agent: false });
    upstream.end(await text(request));
    const [answer] = await once(upstream, 'response');
    const body = await text(answer);
    const { 'content-length': __, 'transfer-encoding': ___, ...told } = answer.headers;
    response.writeHead(answer.statusCode, told);
    response.end(url.includes('googleAds:') ? body.replaceAll(WRITTEN, (member) => member + BROKEN) : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.stop();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { ...emulator, origin: `http://127.0.0.1:${address.port}` };
}

test('text of the platform that no database keeps is synced as it can be shown', async (t) => {
  const world = await accountWorld(t, await brokenEmulator(t));
  await world.connect();
  const [task] = await world.finish(await world.select(ACME));
  assert.equal(task?.status, 'completed', task?.error_message ?? '');
  for (const { what, count, text: first } of await world.database.rows(kept, world.acme.id)) {
    assert.ok(count > 0, what);
    assert.ok(first.replaceAll('\\\\', '\\').includes(SHOWN), `${what}: ${first}`);
  }
});

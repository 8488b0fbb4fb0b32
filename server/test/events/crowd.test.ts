import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { serveInProcess } from '../harness/served-process.ts';
import { world } from '../harness/world.ts';
import { follow } from './follow.ts';

const PEOPLE = 100;
const STREAMS_OF_ONE = 10;
const MOST_MIB = 150;
const TOLD_WITHIN_MS = 3_000;

test('a thousand open dashboards fit into one process, and a change reaches each of them', async (t) => {
  const { database, url } = await freshDatabase(t);
  const { addPerson, people, campaignSlug } = await world(database, systemClock);
  const cookies: string[] = [];
  for (let n = 0; n < PEOPLE; n += 1) cookies.push((await addPerson(`reader-${n}`, 'member')).cookie);
  const served = await serveInProcess(t, { databaseUrl: url, trustedProxies: 1 });
  await follow(t, served.base, { cookie: people.owner.cookie });
  const before = (await served.memory()) / 2 ** 20;
  const open = cookies.flatMap((cookie) => Array.from({ length: STREAMS_OF_ONE }, () => ({ cookie })));
  open.pop();
  const streams = [];
  while (open.length > 0) {
    streams.push(...(await Promise.all(open.splice(0, 50).map((reader) => follow(t, served.base, reader)))));
  }
  const each = (await served.memory()) / 2 ** 20 - before;
  const began = performance.now();
  const { cookie } = people.owner;
  const path = `/dashboard/v1/organizations/harbor/campaigns/${campaignSlug}`;
  const changed = await served.call('PATCH', path, { cookie, body: { name: 'Seen by all', dry_run: false } });
  assert.equal(changed.status, 200, changed.text);
  await Promise.all(streams.map((stream) => stream.told('campaigns')));
  const ms = performance.now() - began;
  t.diagnostic(`${streams.length} streams took ${each.toFixed(0)} MiB, and were told within ${ms.toFixed(0)} ms`);
  assert.equal(streams.length, PEOPLE * STREAMS_OF_ONE - 1);
  assert.ok(each < MOST_MIB, `${each} MiB`);
  assert.ok(ms < TOLD_WITHIN_MS, `${ms} ms`);
});

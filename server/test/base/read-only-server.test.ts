import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Queryable, statement } from '../../src/base/database.ts';
import { listen } from '../../src/base/listen.ts';
import { isOutage } from '../../src/base/outage.ts';
import { freshDatabase } from '../harness/database.ts';

/** As a server does that was demoted: it answers, and takes nothing. */
const demote = statement<[], never>('set default_transaction_read_only = on');
const write = statement<[], never>(
  "insert into rate_bucket (holder, tokens, refilled_at) values ('x', 1, 1) on conflict do nothing",
);
const connections = statement<[], { count: number }>(
  'select count(*)::integer as count from pg_stat_activity where datname = current_database()',
);
/** From then on a connection is left. */
const OLD_MS = 550;

test('a connection whose server takes no writes any more is left, and the next write goes elsewhere', async (t) => {
  const { url } = await freshDatabase(t);
  const database = openDatabase({ url, poolSize: 1, hotConnections: 1 });
  t.after(() => database.close());
  const ways: Record<string, Queryable> = { hot: database.hot, lane: database.lane(), pool: database };
  for (const [name, way] of Object.entries(ways)) {
    await way.execute(demote);
    await sleep(OLD_MS);
    await assert.rejects(way.execute(write), isOutage, name);
    await way.execute(write);
  }
});

test('however many ask while it is left, no connection stays that nobody uses', async (t) => {
  const { url, database } = await freshDatabase(t);
  const before = await database.row(connections);
  const own = openDatabase({ url });
  t.after(() => own.close());
  const lane = own.lane();
  for (let spell = 0; spell < 3; spell += 1) {
    await lane.execute(demote);
    await sleep(OLD_MS);
    const asked = Array.from({ length: 20 }, async (_, at) => {
      await sleep(at);
      await lane.execute(write).catch(() => undefined);
    });
    await Promise.all(asked);
  }
  await sleep(OLD_MS);
  assert.deepEqual(await database.row(connections), { count: (before?.count ?? 0) + 1 });
});

test('so is one on which a transaction met that', async (t) => {
  const { url } = await freshDatabase(t);
  const database = openDatabase({ url, poolSize: 1 });
  t.after(() => database.close());
  const writing = () => database.transaction((own) => own.execute(write));
  await database.transaction((own) => own.execute(demote));
  await assert.rejects(writing(), isOutage);
  await writing();
});

test('a connection that cannot be listened on is not left open', async (t) => {
  const { url, database } = await freshDatabase(t);
  const before = await database.row(connections);
  const listener = { onNotice: () => {}, onError: () => {} };
  await assert.rejects(listen({ connectionString: url }, '', listener), /zero-length/);
  assert.deepEqual(await database.row(connections), before);
});

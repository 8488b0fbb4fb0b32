import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase, type Queryable, statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { freshDatabase } from '../harness/database.ts';
import { standBetween } from '../harness/stand-between.ts';

const SECOND = 1_000;
const SILENT_MS = 300;
const ask = statement<[], { one: number }>('select 1 as one');
const takeForever = statement<[], { one: number }>('select 1 as one from pg_sleep(60) as forever');
const stillRunning = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and state = 'active' and query like '%as forever' and pid <> pg_backend_pid()`);
const PATIENCE_MS = 10_000;
const takeLong = statement<[], never>('select pg_sleep(1)');

/** Every way in which requests ask the database. */
const WAYS: Record<string, (database: Database) => (statement: typeof ask) => Promise<unknown>> = {
  'the pool': (database) => (what) => database.row(what),
  'a transaction': (database) => (what) => database.transaction((own) => own.row(what)),
  'the hot lanes':
    ({ hot }) =>
    (what) =>
      Promise.all([hot.row(what), hot.row(what)]),
  'a lane of its own': laneOf,
  'direct writes': (database) => (what) => database.forDirectWrites().row(what),
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name}: a connection that falls silent is ended, and there is another for whoever asks next`, async (t) => {
    const { url } = await freshDatabase(t);
    const between = await silencer(t, url);
    const database = openDatabase({ url: between.url, silentMs: SILENT_MS });
    t.after(() => database.close());
    const asks = way(database);
    await asks(ask);
    between.fallSilent();
    await assert.rejects(asks(ask), isOutage);
    await asks(ask);
  });
}

for (const name of ['the hot lanes', 'a lane of its own']) {
  test(`${name}: that others ask on and on keeps no silent connection open`, async (t) => {
    const { url } = await freshDatabase(t);
    const between = await silencer(t, url);
    const database = openDatabase({ url: between.url, silentMs: SILENT_MS });
    t.after(() => database.close());
    const asks = WAYS[name]?.(database);
    assert.ok(asks);
    await asks(ask);
    between.fallSilent();
    const answers: Promise<boolean>[] = [];
    const until = performance.now() + PATIENCE_MS;
    let answered = false;
    while (!answered) {
      assert.ok(performance.now() < until, 'nobody is ever answered');
      const answer = asks(ask).then(
        () => true,
        () => false,
      );
      answers.push(answer.then((came) => (answered ||= came)));
      await sleep(SILENT_MS / 10);
    }
    await Promise.all(answers);
  });
}

test('work in the background may take longer than that, and has an end too', async (t) => {
  const { url } = await freshDatabase(t);
  const database = openDatabase({ url, silentMs: SILENT_MS, workSilentMs: 3 * SECOND });
  t.after(() => database.close());
  await database.forWork().row(takeLong);
  const impatient = openDatabase({ url, workSilentMs: SILENT_MS });
  t.after(() => impatient.close());
  await assert.rejects(impatient.forWork().row(takeLong), isOutage);
});

for (const [name, way] of Object.entries({ ...WAYS, work: workOf })) {
  test(`${name}: the server ends what nobody waits for any more`, async (t) => {
    const { url, database: other } = await freshDatabase(t);
    const database = openDatabase({ url, silentMs: SILENT_MS, workSilentMs: SILENT_MS });
    t.after(() => database.close());
    await assert.rejects(way(database)(takeForever), isOutage);
    const until = performance.now() + PATIENCE_MS;
    while ((await other.row(stillRunning))?.count) {
      assert.ok(performance.now() < until, 'it goes on');
      await sleep(100);
    }
  });
}

test('a connection is not taken for silent because the process stood still', async (t) => {
  const { url } = await freshDatabase(t);
  const database = openDatabase({ url, silentMs: SILENT_MS });
  t.after(() => database.close());
  await database.hot.row(ask);
  const answer = database.hot.row(ask);
  const until = performance.now() + 2 * SECOND;
  while (performance.now() < until);
  assert.equal((await answer)?.one, 1);
});

function workOf(database: Database) {
  return (what: typeof ask) => database.forWork().row(what);
}

function laneOf(database: Database) {
  const lane: Queryable = database.lane();
  return (what: typeof ask) => lane.row(what);
}

/** Hands on what is said in both directions, until it keeps all that is said on the connections of that moment. */
async function silencer(t: TestContext, url: string): Promise<{ url: string; fallSilent(): void }> {
  const between = await standBetween(t, url, (here, there) => here.pipe(there).pipe(here));
  return {
    url: between.url,
    fallSilent: () => {
      for (const side of between.open) side.unpipe().resume();
    },
  };
}

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, statement } from '../../src/base/database.ts';
import { replaceDays } from '../../src/figures/replace-days.ts';
import { holdFigures } from '../../src/figures/state.store.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { ACCOUNT, figureWorld, termDay } from './world.ts';

const LOADER = fileURLToPath(new URL('./loader.ts', import.meta.url));
const DAY = '2026-03-02';
const WITHIN_MS = 20_000;

const facts = statement<[organizationId: number], { term: string; cost_micros: number }>(`
  select t.term, d.cost_micros from search_term_day d
  join search_term t on t.organization_id = d.organization_id and t.id = d.term_id
  where d.organization_id = $1 order by t.term`);
const waiting = statement<[], object>(`
  select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`);

const [BOTH, LATE] = [
  { term: 'both', cost_micros: 1 },
  { term: 'late', cost_micros: 0 },
];
const ANOTHERS = { term: 'both', cost_micros: 2 };

test('a process that stands still while figures come in holds up nobody, and ends what it began when it goes on', async (t) => {
  const { shop, loader, load } = await world(t);
  loader.kill('SIGSTOP');
  await load();
  assert.deepEqual(await shop.database.rows(facts, shop.organizationId), [ANOTHERS]);
  loader.kill('SIGCONT');
  loader.send('go on');
  assert.equal(await said(loader), 'loaded');
  assert.deepEqual(await shop.database.rows(facts, shop.organizationId), [BOTH, LATE]);
});

test('one that stands still with all of them in hand loses its turn, and puts nothing beside what came since', async (t) => {
  const { shop, loader, load } = await world(t);
  const told = said(loader);
  await shop.database.transaction(async (holding) => {
    await holdFigures(holding, shop.organizationId);
    loader.send('go on');
    while ((await shop.database.rows(waiting)).length === 0) await sleep(10);
    loader.kill('SIGSTOP');
  });
  await load();
  loader.kill('SIGCONT');
  assert.equal(await told, 'an outage');
  assert.deepEqual(await shop.database.rows(facts, shop.organizationId), [ANOTHERS]);
});

/** A shop whose figures another process is loading; `load` loads some of the same day here. */
async function world(t: Cleaned) {
  const { url, database } = await freshDatabase(t);
  const shop = await figureWorld(database, 'acme', 1);
  const { organizationId } = shop;
  const impatient = openDatabase({ url, locksWaitMs: WITHIN_MS });
  t.after(() => impatient.close());
  const loader = fork(LOADER, [url, String(organizationId), DAY]);
  t.after(() => loader.kill('SIGKILL'));
  assert.equal(await said(loader), 'loading');
  const days = { organizationId, accountId: ACCOUNT, from: DAY, to: DAY };
  async function* rows() {
    yield [termDay(DAY, 1, 'both', { costMicros: 2 })];
  }
  return { shop, loader, load: () => replaceDays(impatient, 'search_term', days, rows()) };
}

async function said(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

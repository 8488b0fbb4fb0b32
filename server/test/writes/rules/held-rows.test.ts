import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import type { Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const lockAll = statement<[organizationId: number], never>(
  'select id from campaign where organization_id = $1 for update',
);
const queued = statement<[organizationId: number], { count: number }>(
  `select count(*)::integer as count from task where organization_id = $1 and status = 'queued'`,
);
const told = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from platform_write where organization_id = $1',
);
/** As many as a process has for changes. */
const CONNECTIONS = 4;
/** More than there are connections. */
const CHANGES = 6;
const SOON_MS = 5_000;

test('while the rows of an organization are held, changes of others are made, and none of theirs is lost', async (t) => {
  const { writes, one, slugs, neighbour, ours, work } = await changesToMake(t);
  const begun = await countOf(writes, told, one);
  const changing = slugs.map((slug, nth) => one.patch(slug, { budget: 41 + nth, dry_run: false }));
  await until(async () => (await countOf(writes, queued, one)) === CHANGES || undefined, 'asking');
  const letGo = await holding(t, writes, one);
  await work();
  await until(
    async () => (await countOf(writes, told, one)) >= begun + CONNECTIONS || undefined,
    'telling the platform',
  );
  await soon('an edit of another organization', neighbour.edited(ours, { budget: 42 }));
  await soon('a pause of another organization', neighbour.moved(ours, 'paused'));
  await soon('every connection for changes at once', allConnections(writes));
  await letGo();
  const answers = await Promise.all(changing);
  assert.deepEqual(
    answers.map(({ status }) => status),
    slugs.map(() => 200),
    answers.map(({ text }) => text).join(),
  );
  const budgets = await Promise.all(slugs.map(async (slug) => (await one.campaign(slug)).budget));
  assert.deepEqual(
    budgets,
    slugs.map((_, nth) => 41 + nth),
  );
});

/** Two organizations with campaigns that run, and nobody who carries changes out until that is asked for. */
async function changesToMake(t: TestContext) {
  const writes = await startWorld(t, { works: false });
  const [one, neighbour] = await Promise.all([0, 1].map(() => writes.organization({ percent: 100 })));
  assert.ok(one && neighbour);
  const first = await writes.service.work();
  const slugs: string[] = [];
  for (let nth = 0; nth < CHANGES; nth += 1) slugs.push(await one.live({ budget: 40 }));
  const ours = await neighbour.live({ budget: 40 });
  await Promise.all([one.quiet(), neighbour.quiet()]);
  await first.stop({ graceMs: 1_000 });
  const work = async () => {
    const workers = await writes.service.work();
    t.after(() => workers.stop({ graceMs: 1_000 }));
  };
  return { writes, one, slugs, neighbour, ours, work };
}

async function countOf({ database }: Writes, count: typeof told, { id }: Organization): Promise<number> {
  return (await database.row(count, id))?.count ?? 0;
}

/** Holds the campaigns of an organization, as long work on them does, until the function returned is called. */
async function holding(t: TestContext, { database }: Writes, { id }: Organization): Promise<() => Promise<void>> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  t.after(() => release.resolve());
  const ended = database.forWork().transaction(async (db) => {
    await db.execute(lockAll, id);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return () => {
    release.resolve();
    return ended;
  };
}

/** Has all of them at the same time. */
async function allConnections({ database }: Writes): Promise<void> {
  const all = Promise.withResolvers<void>();
  let had = 0;
  const having = Array.from({ length: CONNECTIONS }, () =>
    database.forChanges().transaction(async () => {
      had += 1;
      if (had === CONNECTIONS) all.resolve();
      await all.promise;
    }),
  );
  await Promise.all(having);
}

async function soon(what: string, done: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const alarm = pause(SOON_MS, undefined, { signal: late.signal }).then(() => assert.fail(`${what} takes too long`));
  alarm.catch(() => {});
  await Promise.race([done, alarm]);
  late.abort();
}

import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { statement } from '../../../src/base/database.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import { KINDS, type Kind } from '../kinds-of-change.ts';
import type { Organization, Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { isSent, mustBeUnsent, ready } from '../unsent.ts';
import { startWorld, type Writes } from '../world.ts';

const DAILY = 1_000;
const setUsed = statement<[used: number, from: Date], never>(`
  insert into platform_quota (day, used) select $2::date + n, $1::bigint from generate_series(0, 3) n
  on conflict (day) do update set used = excluded.used`);
const parked = statement<[organizationId: number], { type: string }>(`
  select type from task where organization_id = $1 and status = 'queued' and not_before is not null`);

suite('a change that waits for the platform’s operations when approvals come on', () => {
  let writes: Writes;
  const own = wholeSuite();
  before(async () => {
    writes = await startWorld(own, {
      platform: (origin, clock, db) =>
        platformAt(origin, clock, { counter: sharedQuotaCounter(db), dailyOperations: DAILY }),
    });
  });

  const use = (operations: number) => writes.database.execute(setUsed, operations, new Date(writes.clock.now()));

  /** What becomes of a change that is asked for while nothing can be sent, and waits until approvals are on. */
  async function waited(
    kind: Kind,
    { as, approved = false }: { as?: (org: Organization) => Sending; approved?: boolean },
  ) {
    await use(0);
    const before = await ready(writes, kind);
    const { org, slug, first } = before;
    if (approved) await org.requireApprovals(true);
    await use(DAILY);
    const asked = kind.ask(org, slug, first, as?.(org) ?? {});
    const decided = approved ? org.decide(held(await asked), 'approve') : undefined;
    await until(async () => (await writes.database.rows(parked, org.id)).length === 1 || undefined, 'it waits');
    await org.requireApprovals(true);
    await use(0);
    writes.clock.turn({ minutes: 2 });
    await Promise.all([asked, decided]);
    await org.quiet();
    await sleep(50);
    return { before, answer: await asked };
  }

  for (const [what, kind] of Object.entries(KINDS)) {
    test(`is not sent: ${what}`, async () => {
      const { before, answer } = await waited(kind, {});
      await mustBeUnsent(writes, before, answer);
    });
  }

  for (const what of ['first launch', 'budget', 'undoing negatives']) {
    const kind = KINDS[what] ?? assert.fail();
    test(`is sent where a person asked for it: ${what}`, async () => {
      const { before } = await waited(kind, { as: ({ people }) => ({ cookie: people.admin.cookie }) });
      assert.equal(await isSent(writes, before), true);
    });
    test(`is sent where a person has approved it: ${what}`, async () => {
      const { before } = await waited(kind, { approved: true });
      assert.equal(await isSent(writes, before), true);
    });
  }
});

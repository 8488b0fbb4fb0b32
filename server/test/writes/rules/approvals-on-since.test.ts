import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import type { Organization, Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { addThese, bidOnAll, exclude, liftAll, type Propose, pauseAll, setBudget } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

const DAILY = 1_000;
const setUsed = statement<[used: number, from: Date], never>(`
  insert into platform_quota (day, used) select $2::date + n, $1::bigint from generate_series(0, 3) n
  on conflict (day) do update set used = excluded.used`);
const parked = statement<[organizationId: number], { type: string }>(`
  select type from task where organization_id = $1 and status = 'queued' and not_before is not null`);

/** A change of a campaign: what comes before it, and how it is asked for. */
interface Kind {
  /** Of a campaign that was never launched. */
  ofDraft?: true;
  first?: (org: Organization, slug: string) => Promise<unknown>;
  ask: (org: Organization, slug: string, before: unknown, sending: Sending) => Promise<HttpAnswer>;
}

const edit = (fields: object): Kind => ({
  ask: (org, slug, _before, sending) => org.patch(slug, { ...fields, dry_run: false }, sending),
});
const applying = (propose: Propose, first?: Kind['first']): Kind => ({
  first: async (org, slug) => {
    await first?.(org, slug);
    return org.recommend(slug, propose);
  },
  ask: (org, _slug, id, sending) => org.apply(String(id), sending),
});
const undoing = (first: NonNullable<Kind['first']>): Kind => ({
  first,
  ask: (org, _slug, action, sending) => org.undo(action, sending),
});
const actionOf = (answer: Record<string, unknown>) => answer.action_id;

const KINDS: Record<string, Kind> = {
  'first launch': { ofDraft: true, ask: (org, slug, _before, sending) => org.state(slug, 'live', sending) },
  launch: {
    first: (org, slug) => org.moved(slug, 'paused'),
    ask: (org, slug, _before, sending) => org.state(slug, 'live', sending),
  },
  name: edit({ name: `Another name ${Date.now()}` }),
  budget: edit({ budget: 44 }),
  'target CPA': edit({ target_cpa: 9 }),
  'negative keywords': {
    ask: (org, slug, _before, sending) => org.negatives(slug, ['people'], { dry_run: false }, sending),
  },
  'a recommended budget': applying(setBudget('44.00')),
  'recommended pauses': applying(pauseAll),
  'recommended bids': applying(bidOnAll('2.00')),
  'recommended keywords': applying(addThese('burst pipe')),
  'recommended exclusions': applying(exclude('people')),
  'recommended liftings': applying(liftAll, (org, slug) => org.negativesAdded(slug, ['people'])),
  'undoing a pause': undoing((org, slug) => org.moved(slug, 'paused')),
  'undoing an edit': undoing(async (org, slug) => actionOf(await org.edited(slug, { budget: 36 }))),
  'undoing negatives': undoing(async (org, slug) => actionOf(await org.negativesAdded(slug, ['people']))),
  'undoing new keywords': undoing(async (org, slug) => actionOf(await org.applied(slug, addThese('burst pipe')))),
};

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

  async function there(org: Organization, slug: string): Promise<string> {
    return String(JSON.stringify(await writes.platform.campaign(String((await org.campaign(slug)).name))));
  }

  /** What becomes of a change that is asked for while nothing can be sent, and waits until approvals are on. */
  async function waited(
    kind: Kind,
    { as, approved = false }: { as?: (org: Organization) => Sending; approved?: boolean },
  ) {
    await use(0);
    const org = await writes.organization();
    const slug = await (kind.ofDraft ? org.draft({ budget: 40 }) : org.live({ budget: 40 }));
    const first = await kind.first?.(org, slug);
    await org.quiet();
    const [used, platform] = [await org.writesUsed(), await there(org, slug)];
    const before = await findCampaign(org.tenancy, slug);
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
    const campaign = await findCampaign(org.tenancy, slug);
    const [action] = (await org.log()).actions;
    return {
      ...{ org, answer: await asked, action, pending: campaign?.pending_action },
      states: [before, campaign].map((one) => [one?.state, one?.state_before_error, one?.state_set_by]),
      quota: (await org.writesUsed()) - used,
      isSent: (await there(org, slug)) !== platform,
    };
  }

  for (const [what, kind] of Object.entries(KINDS)) {
    test(`is not sent: ${what}`, async () => {
      const { org, answer, action, pending, states, quota, isSent } = await waited(kind, {});
      assert.equal(isSent, false, answer.text);
      assert.match(String(action?.ending), /^not (done|undone): Approvals were turned on before it was sent/);
      assert.deepEqual([pending, quota], [null, 0]);
      assert.deepEqual(states[1], states[0], 'what was never sent leaves the campaign as it was');
      if (answer.status === 200) {
        const { task_tracking_id } = Object(answer.json);
        const task = await org.settled(Number(task_tracking_id));
        assert.equal(task.status, 'failed');
        assert.match(String(task.error?.message), /Approvals were turned on/);
      } else assert.match(String(answer.error.message), /Ask for it again/);
    });
  }

  for (const what of ['first launch', 'budget', 'undoing negatives']) {
    const kind = KINDS[what] ?? assert.fail();
    test(`is sent where a person asked for it: ${what}`, async () => {
      const { isSent } = await waited(kind, { as: ({ people }) => ({ cookie: people.admin.cookie }) });
      assert.equal(isSent, true);
    });
    test(`is sent where a person has approved it: ${what}`, async () => {
      const { isSent } = await waited(kind, { approved: true });
      assert.equal(isSent, true);
    });
  }
});

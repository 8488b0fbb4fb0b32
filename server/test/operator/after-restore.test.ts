import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { z } from 'zod';
import { steps } from '../../catalogue.ts';
import { queueSync } from '../../src/ad-accounts/queue-sync.ts';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { launchSpec } from '../../src/campaigns/launch/launch-spec.ts';
import { readOrder } from '../../src/operator/order.ts';
import { findAction } from '../../src/writes/actions/action.store.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { held, statusOf } from '../writes/approvals.ts';
import { moveWebsite } from '../writes/behind.ts';
import { agreed } from '../writes/faults/agreed.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import { exclude } from '../writes/recommend.ts';
import { work } from '../writes/work.ts';
import { INITECH, startWorld, type Writes } from '../writes/world.ts';

const unfinished = statement<[organizationId: number], { type: string }>(`
  select type from task
  where organization_id = $1 and status in ('queued', 'running') and type in ('apply_change', 'stop_spending', 'generate_ad')`);
/** As a backup finds what a worker was at, or what waits to be tried again. */
const ATTEMPTS = {
  'is to begin': undefined,
  'waits to be tried again': statement<[organizationId: number], never>(`
    update task set not_before = now() + interval '10 minutes', retries = 1
    where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'`),
  'is in the hands of a worker': statement<[organizationId: number], never>(`
    update task set status = 'running', resumable = true, attempts = 1, worker_id = 'before', heartbeat_at = now(),
      deadline_at = now()
    where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'`),
};
const recommendation = statement<[organizationId: number, id: string], { status: string; applying: string | null }>(
  'select status, applying from recommendation where organization_id = $1 and id = $2',
);
const ads = statement<[organizationId: number, slug: string], { name: string }>(`
  select ad.name from ad join campaign c on c.organization_id = $1 and c.id = ad.campaign_id and c.slug = $2
  where ad.organization_id = $1 and ad.name = 'Heaters'`);
const synced = z.object({ campaigns: z.object({ updated: z.int() }) });
const LASTS = 1_000;

describe('a database that was restored', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let workers: Awaited<ReturnType<typeof work>> | undefined;

  before(async () => {
    writes = await startWorld(suite, { works: false });
  });

  afterEach(async () => {
    await writes.platform.heal();
    await stop();
  });

  const start = async () => {
    workers = await work(writes.service);
  };
  const stop = async () => {
    await workers?.stop();
    workers = undefined;
  };
  const order = () => readOrder(['after-restore'])(writes.database, writes.clock, 'https://app.example', steps);

  /** Has something be under way while nobody works: so a backup has it, whatever becomes of it later. */
  async function underWay(org: Organization, ask: () => Promise<HttpAnswer>): Promise<Promise<HttpAnswer>[]> {
    await org.quiet();
    await stop();
    const asked = ask();
    await until(async () => (await writes.database.rows(unfinished, org.id))[0], 'asking for it');
    return [asked];
  }

  /** The command is run, and the service started; tells what the command said, and that nothing was sent. */
  async function takenUp(org: Organization): Promise<string> {
    await writes.platform.forgetRequests();
    const told = await order();
    await start();
    await org.quiet();
    assert.equal(await writes.platform.mutates(), 0, 'nothing is sent');
    return told;
  }

  for (const [how, arrange] of Object.entries(ATTEMPTS)) {
    test(`starts no campaign anew whose start ${how}, and becomes what the platform has`, async () => {
      await start();
      const org = await writes.organization();
      const slug = await org.live({ name: `Started once, ${how}`, budget: 40 });
      await org.moved(slug, 'paused');
      const [answer] = await underWay(org, () => org.state(slug, 'live'));
      const { action_id } = bodyOf((await answer) ?? assert.fail());
      if (arrange) assert.equal(await writes.database.execute(arrange, org.id), 1);
      // Meanwhile it was started and stopped there, and has another budget.
      await writes.platform.edit(`Started once, ${how}`, 'budget', 55);

      await order();
      const told = await takenUp(org);
      assert.match(told, /^Changes that end as not known whether done: 1\. New ads that are given up: 0\. /);
      const [entry] = (await org.log()).actions;
      assert.deepEqual([entry?.id, entry?.status, entry?.outcome_unknown], [action_id, 'failed', true]);
      const { budget } = await agreed(writes, org, slug, { failed: true });
      const there = await writes.platform.campaign(`Started once, ${how}`);
      assert.deepEqual([there?.status, budget], ['paused', 55]);
      refused(await org.undo(action_id), 'not_reversible');
      await org.moved(slug, 'live');
    });
  }

  test('finds a launch that was sent and has arrived since', async () => {
    await start();
    const org = await writes.organization({ synced: true });
    const slug = await org.draft({ name: 'Launched once', budget: 40 });
    await writes.platform.forgetRequests();
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    await until(async () => (await writes.platform.mutates()) > 0 || undefined, 'sending it');
    await writes.platform.fail('hang', LASTS, 'search');
    await stop();
    await writes.platform.heal();
    await takenUp(org);
    assert.equal((await agreed(writes, org, slug)).state, 'live');
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.id, entry?.status, entry?.outcome_unknown], [action_id, 'executed', false]);
  });

  test('finds a launch that was still to be sent and has arrived since', async () => {
    await start();
    const org = await writes.organization({ synced: true });
    const slug = await org.draft({ name: 'Launched later', budget: 40 });
    const [answer] = await underWay(org, () => org.state(slug, 'live'));
    const { action_id } = bodyOf((await answer) ?? assert.fail());
    const campaign = (await findCampaign(org.tenancy, slug)) ?? assert.fail();
    await writes.platform.account.launch(launchSpec(campaign, await campaignParts(org.tenancy, campaign.id), []));
    await takenUp(org);
    assert.equal((await agreed(writes, org, slug)).state, 'live');
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.id, entry?.status, entry?.outcome_unknown], [action_id, 'executed', false]);
  });

  test('has a draft again whose launch was never sent', async () => {
    await start();
    const org = await writes.organization({ synced: true });
    const slug = await org.draft({ name: 'Never launched', budget: 40 });
    await underWay(org, () => org.state(slug, 'live'));
    await takenUp(org);
    await writes.turn({ minutes: 20 });
    await writes.sync(org);
    assert.equal((await org.campaign(slug)).state, 'error');
    await org.moved(slug, 'live');
  });

  test('takes nothing back a second time', async () => {
    await start();
    const org = await writes.organization();
    const slug = await org.live({ name: 'Undone once', budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    const [answer] = await underWay(org, () => org.undo(action_id));
    await takenUp(org);
    refused((await answer) ?? assert.fail(), 'ad_platform_unavailable');
    const [entry] = (await org.log()).actions;
    assert.match(String(entry?.ending), /not known whether/);
    assert.equal((await agreed(writes, org, slug)).budget, 44);
    await org.undone(action_id);
    assert.equal((await agreed(writes, org, slug)).budget, 40);
  });

  test('tells of an approved change that nobody knows, and leaves waiting what nobody has decided on', async () => {
    await start();
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    await org.requireApprovals(true);
    const id = held(await org.patch(slug, { budget: 44, dry_run: false }));
    const other = held(await org.patch(slug, { budget: 46, dry_run: false }));
    const [answer] = await underWay(org, () => org.decide(id, 'approve'));
    await takenUp(org);
    await answer;
    const { status, result } = bodyOf(await org.queued(id));
    assert.deepEqual([status, Object(result).outcome_unknown], ['failed', true]);
    assert.equal(await statusOf(org, other), 'pending');
    assert.equal((await agreed(writes, org, slug)).budget, 40);
  });

  test('has a recommendation pending again, of which only what the platform is told may be there', async () => {
    await start();
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, exclude('free'));
    const [answer] = await underWay(org, () => org.apply(id));
    await takenUp(org);
    await answer;
    const [entry] = (await org.log()).actions;
    const action = await findAction(org.tenancy, String(entry?.id));
    assert.deepEqual(
      action?.steps.map(({ op, unknown = false }) => [op, unknown]),
      [
        ['add_negative_keywords', true],
        ['mark_recommendation_applied', false],
      ],
    );
    const kept = await writes.database.row(recommendation, org.id, id);
    assert.deepEqual(kept, { status: 'pending', applying: null });
  });

  for (const [how, fault] of Object.entries({ 'is still to be written': undefined, 'was sent': 'drop' })) {
    test(`sends no ad that ${how}`, async () => {
      await start();
      const site = `${writes.emulator.origin}/sites/acme-plumbing/`;
      const org = await writes.organization({ synced: true });
      const slug = await org.live();
      await writes.database.execute(moveWebsite, org.id, slug, site);
      const add = () => {
        const body = { url: `${site}services/water-heaters`, name: 'Heaters' };
        return org.send('POST', `/organizations/${org.slug}/campaigns/${slug}/ads`, body);
      };
      await org.quiet();
      await writes.platform.forgetRequests();
      if (fault) {
        await writes.platform.fail(fault, LASTS, 'mutate');
        assert.equal((await add()).status, 202);
        await until(async () => (await writes.platform.mutates()) > 0 || undefined, 'sending it');
        await stop();
        await writes.platform.heal();
      } else await underWay(org, add);
      assert.match(await takenUp(org), /New ads that are given up: 1\. /);
      assert.deepEqual(await writes.database.rows(ads, org.id, slug), []);
      assert.equal((await add()).status, 202);
      await org.quiet();
      assert.equal((await writes.database.rows(ads, org.id, slug)).length, 1);
    });
  }

  test('has every campaign read at the next sync, not only what changed', async () => {
    await start();
    const org = await writes.organization({ synced: true });
    await org.live({ name: 'Read anew' });
    await org.quiet();
    await writes.sync(org);
    const updated = async () => {
      const task = await queueSync(writes.service.services, org.tenancy, INITECH.accountId, null);
      return synced.parse((await org.settled(task)).result).campaigns.updated;
    };
    await writes.turn({ hours: 1 });
    await updated();
    await writes.turn({ hours: 1 });
    assert.equal(await updated(), 0);
    assert.match(await order(), / Ad accounts to be read anew: [1-9]\d*\.$/);
    assert.ok((await updated()) > 0);
    assert.equal(await updated(), 0);
  });
});

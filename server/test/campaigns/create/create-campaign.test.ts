import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import type { Writer, WritingOrder } from '../../../src/ports/writer.ts';
import { serveSite, type TestSite } from '../../adapters/site-reader/site.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization, type Sending } from '../../writes/organization.ts';
import { until } from '../../writes/patience.ts';
import { startWorld, type Writes } from '../../writes/world.ts';

const started = z.object({
  task_tracking_id: z.int(),
  status: z.literal('queued'),
  campaign: z.string(),
  url: z.string(),
});
const WITHIN_S = 60;

/** Drafts that the platform is being told of, or may have been. */
const SENT = {
  'is being launched': statement<[organizationId: number, slug: string], never>(
    "update campaign set pending_action = 'act_launch' where organization_id = $1 and slug = $2",
  ),
  'was launched without an answer': statement<[organizationId: number, slug: string], never>(`
    update campaign set launch_sent_as = name, state = 'error', state_before_error = 'draft'
    where organization_id = $1 and slug = $2`),
};

/** Drafts that the platform never knew. */
const AT_REST = {
  'waits for its launch': statement<[organizationId: number, slug: string], never>(
    "update campaign set state = 'draft' where organization_id = $1 and slug = $2",
  ),
  'was laid to rest': statement<[organizationId: number, slug: string], never>(
    "update campaign set state = 'paused' where organization_id = $1 and slug = $2",
  ),
  'could not be launched': statement<[organizationId: number, slug: string], never>(
    "update campaign set state = 'error', state_before_error = 'draft' where organization_id = $1 and slug = $2",
  ),
};

describe('a campaign from a website', () => {
  const suite = wholeSuite();
  let world: Writes;
  let site: string;
  let slow: TestSite;
  let letIn = () => {};
  before(async () => {
    const opened = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    slow = await serveSite(suite, {
      '/': async (_request, response) => {
        await opened;
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Slow</title><h1>Slow plumber</h1>');
      },
    });
    world = await startWorld(suite, { sites: [slow.host] });
    site = `${world.emulator.origin}/sites/acme-plumbing/`;
  });

  const create = (org: Organization, body: object, sending?: Sending): Promise<HttpAnswer> =>
    org.send('POST', `/organizations/${org.slug}/campaigns`, body, sending);
  const begun = async (org: Organization, body: object, sending?: Sending) => {
    const answer = await create(org, body, sending);
    assert.equal(answer.status, 202, answer.text);
    return started.parse(answer.json);
  };
  const refused = (answer: HttpAnswer) =>
    z.object({ error: z.object({ code: z.string() }).loose() }).parse(answer.json).error;

  test('is a draft that could be launched at once, written from its pages and kept whole', async () => {
    const org = await world.organization();
    const { task_tracking_id, campaign, url } = await begun(org, { website_url: site, budget: 20.4 });
    assert.ok(url.endsWith(`/o/${org.slug}/campaigns/${campaign}`));
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    assert.deepEqual([task.result?.campaign, task.result?.url], [campaign, url]);
    const found = await org.campaign(campaign);
    assert.deepEqual([found.state, found.type, found.budget, found.website_url], ['draft', 'prospecting', 20, site]);
    assert.equal('generating' in found, false);
    assert.ok(Number(found.ads_count) >= 1 && Number(found.keywords_count) >= 1);
    const launch = bodyOf(await org.state(campaign, 'live', { dryRun: true }));
    assert.equal(launch.blocked_by, null, JSON.stringify(task));
  });

  test('can be read while it is generated, and its task tells how far it has come', async () => {
    const org = await world.organization();
    const { task_tracking_id, campaign } = await begun(org, { website_url: slow.url });
    const stage = () => org.send('GET', `/task-tracking/${task_tracking_id}`);
    await until(async () => /Reading the website/.test((await stage()).text) || undefined, 'the stage');
    const found = await org.campaign(campaign);
    assert.deepEqual([found.state, found.generating, found.ads_count, found.budget], ['draft', true, 0, 0]);
    assert.equal(bodyOf(await org.state(campaign, 'live', { dryRun: true })).blocked_by, 'generating');
    letIn();
    await org.settled(task_tracking_id);
    assert.equal('generating' in (await org.campaign(campaign)), false);
  });

  for (const [what, website_url] of Object.entries({
    'a private address': 'http://10.0.0.8/',
    'a loopback address': 'http://127.0.0.1:9/',
    'this machine by name': 'http://localhost/',
    'the metadata service': 'http://169.254.169.254/latest/meta-data/',
    'what is no address': 'not a website',
    'another protocol': 'ftp://www.example.com/',
  })) {
    test(`is refused at once for ${what}, and nothing is made`, async () => {
      const org = await world.organization();
      const answer = await create(org, { website_url });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(refused(answer).code, 'validation_error');
      assert.match(answer.text, /website_url/);
      assert.equal(await org.writesUsed(), 0);
    });
  }

  test('of another type is refused, and so are unknown fields', async () => {
    const org = await world.organization();
    for (const body of [
      { website_url: site, type: 'competitor' },
      { website_url: site, type: 'hipo' },
      { website_url: site, dry_run: true },
      { website_url: site, budget: -1 },
      { type: 'brand' },
    ]) {
      assert.equal((await create(org, body)).status, 422, JSON.stringify(body));
    }
  });

  test('needs an ad account that is selected, and a profile that is not being analysed', async () => {
    const unlinked = await world.organization({ account: null });
    const answer = await create(unlinked, { website_url: site });
    assert.deepEqual([answer.status, refused(answer).code], [409, 'setup_required']);
  });

  test('counts against the monthly cap', async () => {
    const org = await world.organization({ cap: 600 });
    const answer = await create(org, { website_url: site, budget: 21 });
    assert.equal(answer.status, 422, answer.text);
    const { code, monthly_cap, allowed_max_daily } = refused(answer);
    assert.deepEqual([code, monthly_cap, allowed_max_daily], ['budget_cap_exceeded', 600, 20]);
    await begun(org, { website_url: site, budget: 20 });
    assert.equal((await create(org, { website_url: site, budget: 1 })).status, 422);
    await begun(org, { website_url: site });
    await org.quiet();
  });

  test('of a site that cannot be reached fails its task and is left in error with nothing in it', async () => {
    const org = await world.organization();
    const { task_tracking_id, campaign } = await begun(org, { website_url: 'https://nobody-has-this.invalid/' });
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'failed');
    assert.equal(task.error?.reason, 'task_error');
    assert.match(task.error?.message ?? '', /could not be read/);
    const found = await org.campaign(campaign);
    assert.deepEqual([found.state, found.ads_count, found.keywords_count], ['error', 0, 0]);
    assert.equal('generating' in found, false);
  });

  test('keeps the name that was sent, and makes one otherwise', async () => {
    const org = await world.organization();
    const sent = await begun(org, { website_url: site, name: 'Großer Wasserschaden – Straße' });
    assert.equal(sent.campaign, 'grosser-wasserschaden-strasse');
    const made = await begun(org, { website_url: site });
    await org.quiet();
    assert.equal((await org.campaign(sent.campaign)).name, 'Großer Wasserschaden – Straße');
    assert.match(String((await org.campaign(made.campaign)).name), /Acme Plumbing/);
  });

  test('is made once for an Idempotency-Key, however often it is sent', async () => {
    const org = await world.organization();
    const sending = { idempotencyKey: 'create-once' };
    const answers = await Promise.all([1, 2, 3].map(() => begun(org, { website_url: site }, sending)));
    assert.equal(new Set(answers.map(({ campaign }) => campaign)).size, 1);
    assert.equal(await org.writesUsed(), 1);
    await org.quiet();
  });

  test('waits for a person where approvals are on, and is made once it is approved', async () => {
    const org = await world.organization({ approvals: true });
    const answer = await create(org, { website_url: site, name: 'Held', budget: 12 });
    assert.equal(answer.status, 202, answer.text);
    const { code, queued_recommendation_id } = refused(answer);
    assert.equal(code, 'approval_required');
    assert.equal(await org.writesUsed(), 0);
    const decided = bodyOf(await org.decide(queued_recommendation_id, 'approve'));
    assert.equal(decided.status, 'approved', JSON.stringify(decided));
    const { campaign, task_tracking_id } = started.parse(decided.result);
    assert.equal((await org.settled(task_tracking_id)).status, 'completed');
    assert.equal((await org.campaign(campaign)).budget, 12);
    assert.equal(await org.writesUsed(), 1);
  });

  test('tells whoever approves it its type, and what one for the brand does to other drafts', async () => {
    const org = await world.organization({ approvals: true });
    await org.draft({ name: 'Prospecting one' });
    const body = { website_url: site, type: 'brand', name: 'Prospecting - spring', budget: 5 };
    const { queued_recommendation_id } = refused(await create(org, body));
    const { changes } = bodyOf(await org.queued(String(queued_recommendation_id)));
    assert.deepEqual(changes, [
      { field: 'new campaign', from: null, to: 'Prospecting - spring' },
      { field: 'type', from: null, to: 'brand' },
      { field: 'website', from: null, to: site },
      { field: 'budget', from: null, to: 5 },
      { field: 'its keywords as negative keywords', from: null, to: 'in one other draft' },
    ]);
  });

  test('for the brand keeps its keywords out of drafts that were never launched', async () => {
    const org = await world.organization();
    const prospecting = await begun(org, { website_url: site });
    await org.settled(prospecting.task_tracking_id);
    const before = Number((await org.campaign(prospecting.campaign)).negative_keywords_count);
    const brand = await begun(org, { website_url: site, type: 'brand' });
    assert.equal((await org.settled(brand.task_tracking_id)).status, 'completed');
    const row = await findCampaign(org.tenancy, brand.campaign);
    assert.ok(row);
    const { keywords } = await campaignParts(org.tenancy, row.id);
    assert.ok(keywords.length > 0);
    const draft = await findCampaign(org.tenancy, prospecting.campaign);
    assert.ok(draft);
    const { negatives } = await campaignParts(org.tenancy, draft.id);
    for (const { text } of keywords)
      assert.ok(
        negatives.some((negative) => negative.text === text),
        text,
      );
    assert.ok(negatives.length > before);
  });

  for (const [what, rest] of Object.entries(AT_REST)) {
    test(`for the brand changes a draft that ${what} by an action: told, logged as its maker’s, and undone`, async () => {
      const org = await world.organization();
      const [first, second] = [await org.draft({ name: 'Draft one' }), await org.draft({ name: 'Draft two' })];
      await world.database.execute(rest, org.id, second);
      const negatives = async (slug: string) => Number((await org.campaign(slug)).negative_keywords_count);
      const body = { website_url: site, type: 'brand', name: 'The brand' };
      const { task_tracking_id } = await begun(org, body);
      const { result } = await org.settled(task_tracking_id);
      assert.match(JSON.stringify(result?.notes), /negative keywords.*Draft one.*Draft two/);
      const added = await negatives(second);
      assert.ok(added > 0);
      const { actions } = await org.log();
      assert.equal(actions.length, 1, JSON.stringify(actions));
      const [action] = actions;
      assert.deepEqual(
        [action?.id, action?.op, action?.source, action?.changes_count, Object(action?.actor).user],
        [result?.action_id, 'add_negative_keywords', 'dashboard', 2 * added, org.people.admin.email],
      );
      assert.match(String(action?.detail), new RegExp(`${first}: .*${second}: `));
      await org.undone(String(action?.id));
      assert.deepEqual([await negatives(first), await negatives(second)], [0, 0]);
    });
  }

  test('for the brand changes nothing, and logs nothing, where other drafts leave its searches out already', async () => {
    const org = await world.organization();
    const draft = await org.draft({ name: 'Prospecting one' });
    await org.settled((await begun(org, { website_url: site, type: 'brand' })).task_tracking_id);
    const before = await org.campaign(draft);
    const again = await begun(org, { website_url: site, type: 'brand' });
    assert.equal('action_id' in Object((await org.settled(again.task_tracking_id)).result), false);
    assert.equal((await org.log()).actions.length, 1);
    assert.deepEqual(await org.campaign(draft), before);
  });

  for (const [what, send] of Object.entries(SENT)) {
    test(`for the brand leaves a draft alone that ${what}, and says so beforehand and afterwards`, async () => {
      const org = await world.organization();
      const sent = await org.draft({ name: 'Sent before' });
      await world.database.execute(send, org.id, sent);
      const body = { website_url: site, type: 'brand', name: 'The brand' };
      await org.requireApprovals(true);
      const { queued_recommendation_id } = refused(await create(org, body));
      const { changes } = bodyOf(await org.queued(String(queued_recommendation_id)));
      assert.doesNotMatch(JSON.stringify(changes), /negative keywords/);
      const decided = bodyOf(await org.decide(queued_recommendation_id, 'approve'));
      const { task_tracking_id } = started.parse(decided.result);
      const task = await org.settled(task_tracking_id);
      assert.equal(task.status, 'completed', JSON.stringify(task));
      assert.match(JSON.stringify(task), /Sent before/);
      assert.equal((await org.campaign(sent)).negative_keywords_count, 0);
    });
  }

  test('fills the business profile where there was none', async () => {
    const org = await world.organization();
    const profile = () => org.send('GET', `/organizations/${org.slug}/business-profile`);
    assert.equal((await profile()).status, 404);
    const { task_tracking_id } = await begun(org, { website_url: site });
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const { status, url, brand_name } = bodyOf(await profile());
    assert.deepEqual([status, url, brand_name], ['ready', site, 'Acme Plumbing']);
  });

  test(`ten at once all come to an end within ${WITHIN_S} seconds, each under a slug of its own`, async () => {
    const org = await world.organization();
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 10 }, () => begun(org, { website_url: site })));
    assert.equal(new Set(all.map(({ campaign }) => campaign)).size, 10);
    for (const { task_tracking_id } of all) {
      const task = await org.settled(task_tracking_id);
      assert.equal(task.status, 'completed', JSON.stringify(task));
    }
    const names = await Promise.all(all.map(async ({ campaign }) => (await org.campaign(campaign)).name));
    assert.equal(new Set(names).size, 10);
    assert.ok(performance.now() - began < WITHIN_S * 1000);
  });
});

test('a writer only phrases: its ads are taken where they say what the pages say, and nothing of its own', async (t) => {
  const asked: WritingOrder[] = [];
  const writer: Writer = {
    reword: () => Promise.reject(new Error('no document was asked for')),
    async phrase(order) {
      asked.push(order);
      const [fact] = order.facts;
      assert.ok(fact);
      return {
        headlines: [
          { text: 'Voted Best of 1987', facts: [fact.id] },
          { text: order.service.slice(0, order.headlines.length), facts: order.facts.map(({ id }) => id) },
        ],
        descriptions: [{ text: 'Guaranteed to be 90 % cheaper than all others.', facts: [fact.id] }],
      };
    },
  };
  const world = await startWorld(t, { writer });
  const org = await world.organization();
  const body = { website_url: `${world.emulator.origin}/sites/acme-plumbing/`, budget: 20 };
  const answer = await org.send('POST', `/organizations/${org.slug}/campaigns`, body);
  const { task_tracking_id, campaign } = started.parse(answer.json);
  assert.equal((await org.settled(task_tracking_id)).status, 'completed');
  assert.ok(asked.length > 0, 'the writer of the process was asked, from the thread');
  const row = await findCampaign(org.tenancy, campaign);
  assert.ok(row);
  const ads = JSON.stringify((await campaignParts(org.tenancy, row.id)).ads);
  assert.doesNotMatch(ads, /1987|90 %/);
  assert.ok(asked.some(({ service }) => ads.includes(service)));
  assert.equal(bodyOf(await org.state(campaign, 'live', { dryRun: true })).blocked_by, null);
});

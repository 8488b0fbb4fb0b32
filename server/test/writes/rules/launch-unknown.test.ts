import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { claimAccount } from '../../../src/ad-accounts/account-claim.store.ts';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { growDraft } from '../recommend.ts';
import { arrange, dashboardWrites, writesThat } from '../samples.ts';
import { OURS_ALONE, stepNames, WISHES, type Wish } from '../wishes.ts';
import { INITECH, startWorld, type Writes } from '../world.ts';

/** As a launch leaves the row whose answer never came. */
const sendUnanswered = statement<[organizationId: number, slug: string], never>(`
  update campaign set launch_sent_as = name, platform_id = null, state = 'error', state_before_error = 'draft'
  where organization_id = $1 and slug = $2`);
const marked = statement<[organizationId: number], { slug: string }>(
  'select slug from campaign where organization_id = $1 and launch_sent_as is not null',
);
const pieces = statement<[organizationId: number, slug: string], { kept: string }>(`
  select jsonb_build_array(c.name, c.budget, c.target_cpa,
    (select jsonb_agg(to_jsonb(a) order by a.id) from ad a where a.organization_id = $1 and a.campaign_id = c.id),
    (select jsonb_agg(to_jsonb(k) order by k.id) from keyword k where k.organization_id = $1 and k.campaign_id = c.id),
    (select jsonb_agg(to_jsonb(n) order by n.id) from negative_keyword n
     where n.organization_id = $1 and n.campaign_id = c.id))::text as kept
  from campaign c where c.organization_id = $1 and c.slug = $2`);

/** What is about no campaign, or about its state alone. */
const ELSEWHERE: readonly string[] = ['create_campaign', 'generate_report', 'generate_strategy', 'set_campaign_state'];

/** Steps that only our own rows know, by what makes them; those of drafts are made by the dashboard's writes. */
const OWN: Readonly<Record<string, Wish['make']>> = {
  create_draft: async (org, slug) => org.apply(await org.recommend(slug, growDraft(`${slug} grown`))),
};
const MADE_BY_OTHERS = ['edit_draft', 'mark_recommendation_applied'];

describe('a campaign of which nobody knows whether its launch arrived', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const kept = async (slug: string) => (await writes.database.row(pieces, org.id, slug))?.kept;

  /** Nothing but its state can be changed until its account was read. */
  async function staysAsItIs(slug: string, send: () => Promise<Awaited<ReturnType<Wish['make']>>>): Promise<void> {
    await writes.database.execute(sendUnanswered, org.id, slug);
    const before = await kept(slug);
    const { actions } = await org.log();
    const answer = await send();
    refused(answer, 'ad_platform_unavailable');
    assert.match(String(answer.error.message), /not known whether it arrived/);
    assert.match(String(answer.headers['retry-after']), /^\d+$/);
    assert.equal(await kept(slug), before);
    assert.deepEqual((await org.log()).actions, actions);
  }

  for (const name of [...writesThat(() => true), ...dashboardWrites()].filter((one) => !ELSEWHERE.includes(one))) {
    test(`${name} is refused, and changes nothing`, async () => {
      const { slug, send } = await arrange(name, org);
      await staysAsItIs(slug, () => send());
    });
  }

  for (const [what, { op, prepare, make }] of Object.entries(WISHES)) {
    if (op === 'set_campaign_state') continue;
    test(`${what}: no step but one of its state is made`, async () => {
      const slug = await org.live({ budget: 40 });
      await prepare?.(org, slug);
      await staysAsItIs(slug, () => make(org, slug));
    });
  }

  for (const op of OURS_ALONE.filter((one) => !MADE_BY_OTHERS.includes(one))) {
    test(`${op}: nor one on our own rows alone`, async () => {
      const make = OWN[op];
      assert.ok(make, `the step ${op} is not tried here: add it to OWN`);
      const slug = await org.live({ budget: 40 });
      await staysAsItIs(slug, () => make(org, slug));
    });
  }

  test('every kind of step is among those tried', () => {
    const tried = [...Object.values(WISHES).map(({ op }) => op), ...OURS_ALONE];
    assert.deepEqual(
      stepNames().forward.filter((op) => !tried.includes(op)),
      [],
    );
  });

  test('previews say so, each in its way', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    const recommendation = await org.recommend(slug, growDraft(`${slug} grown`));
    await writes.database.execute(sendUnanswered, org.id, slug);
    refused(await org.patch(slug, { budget: 45 }), 'ad_platform_unavailable');
    refused(await org.negatives(slug, ['free']), 'ad_platform_unavailable');
    const applying = bodyOf(await org.apply(recommendation, { dryRun: true }));
    assert.equal(applying.blocked_by, 'ad_platform_unavailable');
    const path = `/organizations/${org.slug}/campaigns/${slug}`;
    const { cookie } = org.people.admin;
    const callouts = bodyOf(await org.send('PUT', `${path}/callouts`, { callouts: ['Licensed'] }, { cookie }));
    assert.match(String(callouts.refused_because), /not known whether it arrived/);
    const undo = bodyOf(await org.send('GET', `/actions/${action_id}/undo`, undefined, { cookie }));
    assert.match(JSON.stringify(undo.refusal), /not known whether it arrived/);
    const parts = bodyOf(await org.send('GET', `${path}/parts`, undefined, { cookie }));
    assert.equal(parts.editable, false);
  });

  test('its state can be previewed and changed', async () => {
    const slug = await org.live({ budget: 40 });
    await writes.database.execute(sendUnanswered, org.id, slug);
    for (const state of ['paused', 'draft', 'live']) {
      assert.equal(bodyOf(await org.state(slug, state, { dryRun: true })).blocked_by, null);
    }
  });

  test('what waits for approval goes on waiting', async () => {
    const slug = await org.live({ budget: 40 });
    await org.requireApprovals(true);
    const id = held(await org.patch(slug, { budget: 44, dry_run: false }));
    await writes.database.execute(sendUnanswered, org.id, slug);
    refused(await org.decide(id, 'approve'), 'ad_platform_unavailable');
    assert.equal(await statusOf(org, id), 'pending');
    await org.requireApprovals(false);
  });

  test('while its account is not reached it says how, and it is a draft again once the account is given up', async () => {
    const own = await writes.organization();
    await claimAccount(own.tenancy, INITECH.accountId, new Date(writes.clock.now()));
    const slug = await own.draft({ budget: 40 });
    await writes.database.execute(sendUnanswered, own.id, slug);
    const { cookie } = own.people.owner;
    const connections = await own.send('GET', `/organizations/${own.slug}/ad-connections`, undefined, { cookie });
    const id = /"id":"([^"]+)"/.exec(connections.text)?.[1];
    const path = `/organizations/${own.slug}`;
    const gone = await own.send('DELETE', `${path}/ad-connections/${id}`, undefined, { cookie });
    assert.equal(gone.status, 200, gone.text);
    const answer = await own.patch(slug, { budget: 44, dry_run: false });
    refused(answer, 'setup_required');
    assert.match(String(answer.error.message), /Connect it/);
    const released = await own.send('DELETE', `${path}/ad-accounts/${INITECH.accountId}`, undefined, { cookie });
    assert.equal(released.status, 200, released.text);
    await own.edited(slug, { budget: 44 });
    assert.deepEqual(await writes.database.rows(marked, own.id), []);
  });
});

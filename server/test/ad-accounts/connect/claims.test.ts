import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';
import { GLOBEX, OLIVIA } from '../world.ts';
import { AGENCY, type TwoOrganizations, twoOrganizations } from './two-organizations.ts';

const choices = z.object({
  accounts: z.array(z.object({ account_id: z.string(), held: z.string().nullable(), holder: z.string().nullable() })),
});
const campaigns = z.object({
  campaigns: z.array(z.object({ slug: z.string(), name: z.string(), budget: z.number() })),
});
/** What older data may hold: the clinic's account and campaigns, linked here through a login that reaches them. */
const linkAllTheSame = statement<[from: number, to: number], never>(`
  insert into ad_account (organization_id, id, status, selected, name, currency, time_zone, connection_id, created_at)
  select $2::integer, a.id, 'linked', true, a.name, a.currency, a.time_zone, c.id, a.created_at
  from ad_account a join ad_connection c on c.organization_id = $2 and c.login = '${OLIVIA}'
  where a.organization_id = $1`);
const copyCampaigns = statement<[from: number, to: number], never>(`
  insert into campaign (organization_id, slug, name, type, state, platform_state, budget, website_url, ad_account_id,
    platform_id, platform_budget_id, created_at, updated_at)
  select $2::integer, slug, name, type, state, platform_state, budget, website_url, ad_account_id, platform_id,
    platform_budget_id, created_at, updated_at
  from campaign where organization_id = $1`);
const giveUpMany = statement<[organizationId: number, many: number], never>(`
  insert into ad_account (organization_id, id, status, name, created_at)
  select $1::integer, 'given-up-' || n, 'not_linked', 'Given up', timestamptz '2025-01-01'
  from generate_series(1, $2::integer) n`);
const forgetGivenUp = statement<[organizationId: number], never>(
  `delete from ad_account where organization_id = $1 and id like 'given-up-%'`,
);
const forget = statement<[organizationId: number], never>('delete from ad_account where organization_id = $1');

describe('an ad account belongs to one organization', () => {
  const suite = wholeSuite();
  let world: TwoOrganizations;
  let nadia: Person;

  before(async () => {
    world = await twoOrganizations(suite);
    const { clinic, newco, clara } = world;
    nadia = await world.member('nadia', [newco, 'admin']);
    await world.connect(clara, clinic);
    assert.deepEqual(await world.ended(await world.select(clara, clinic)), ['completed', null]);
    await world.connect(clara, newco);
    await world.connect(nadia, newco, AGENCY);
  });

  test('nobody is offered, or selects, what only a colleague’s login reaches', async () => {
    const { newco, newton } = world;
    assert.deepEqual(await offered(newton), []);
    const refusals = await Promise.all(
      [GLOBEX, '1000000001', '1000000003', 'nothing'].map((account) => world.select(newton, newco, account)),
    );
    for (const answer of refusals) {
      assert.deepEqual(refusalOf(answer), ['validation_error', refusalOf(refusals[3])[1]]);
    }
    assert.deepEqual(await world.accountsOf(newco), []);
    const answer = await world.withKey(newton, newco, 'GET', '/campaigns');
    assert.deepEqual(campaigns.parse(answer.json).campaigns, []);
  });

  test('an organization with 1,000 accounts, given up or not, selects no other', async () => {
    const { newco, clinic, clara, database } = world;
    await database.execute(giveUpMany, clinic.id, 999);
    assert.equal((await world.select(clara, clinic)).status, 202, 'one that it has');
    await database.execute(giveUpMany, newco.id, 1000);
    const [code, message] = refusalOf(await world.select(nadia, newco, GLOBEX));
    assert.deepEqual([code, message.slice(0, 15)], ['validation_error', 'is one too many']);
    await database.execute(forget, newco.id);
    await database.execute(forgetGivenUp, clinic.id);
  });

  test('an account held elsewhere is not selected through a login of one’s own either; members learn where', async () => {
    const { newco, clara } = world;
    const held = (await offered(clara)).find(({ account_id }) => account_id === GLOBEX);
    assert.deepEqual(held, { account_id: GLOBEX, held: 'elsewhere', holder: 'clinic' });
    const [code, message] = refusalOf(await world.select(clara, newco));
    assert.deepEqual(
      [code, message],
      ['validation_error', 'is held by clinic; an Owner there has to give it up first'],
    );
    assert.deepEqual(await world.accountsOf(newco), []);
  });

  test('whoever is no member of the organization that holds it learns only that another does', async () => {
    const { newco } = world;
    const held = (await offered(nadia)).find(({ account_id }) => account_id === GLOBEX);
    assert.deepEqual(held, { account_id: GLOBEX, held: 'elsewhere', holder: null });
    const answer = await world.select(nadia, newco);
    assert.match(refusalOf(answer)[1], /^is held by another organization;/);
    assert.ok(!answer.text.includes('clinic'), answer.text);
  });

  test('whatever our rows say, nothing of an account that is held elsewhere is read or changed', async () => {
    const { clinic, newco, newton, database } = world;
    await database.execute(linkAllTheSame, clinic.id, newco.id);
    await database.execute(copyCampaigns, clinic.id, newco.id);
    const [campaign] = campaigns.parse(
      (await world.withKey(newton, newco, 'GET', '/campaigns?state=live')).json,
    ).campaigns;
    assert.ok(campaign);
    const there = await world.platform.campaign(campaign.name);
    const budget = Math.round(campaign.budget * 1.1);
    const edit = await world.withKey(newton, newco, 'PATCH', `/campaigns/${campaign.slug}`, { budget, dry_run: false });
    assert.equal(edit.error.code, 'setup_required', edit.text);
    const pause = { state: 'paused', dry_run: false };
    const paused = await world.withKey(newton, newco, 'PUT', `/campaigns/${campaign.slug}/state`, pause);
    assert.equal(paused.error.code, 'setup_required', paused.text);
    assert.equal(paused.error.blocked_by, 'linked_account');
    assert.deepEqual(await world.ended(await world.sync(newton, newco)), ['failed', 'setup_required']);
    assert.deepEqual(await world.platform.campaign(campaign.name), there);
    await database.execute(forget, newco.id);
  });

  test('the platform is asked when an account is selected, not when its login was connected', async () => {
    const { clinic, clara, newco, newton } = world;
    await world.connect(newton, newco, 'nora@demo.test');
    await world.platform.fail('permission', 1, 'search');
    assert.equal((await world.select(clara, clinic)).error.code, 'validation_error');
    await world.platform.fail('internal', 100, 'search');
    const unavailable = await world.select(clara, clinic);
    assert.equal(unavailable.error.code, 'ad_platform_unavailable', unavailable.text);
    assert.match(String(unavailable.headers['retry-after']), /^\d+$/);
    await world.platform.heal();
    assert.deepEqual(await world.ended(await world.select(clara, clinic)), ['completed', null]);
  });

  test('only an Owner of the organization that holds it gives it up', async () => {
    const { clinic, newco, clara, newton } = world;
    const adam = await world.member('adam-of-the-clinic', [clinic, 'admin']);
    assert.equal((await world.release(adam, clinic)).error.code, 'role_denied');
    assert.equal((await world.release(newton, newco)).error.code, 'not_found');
    assert.equal((await world.release(newton, clinic)).error.code, 'org_access_denied');
    assert.equal((await world.release(clara, newco)).error.code, 'role_denied');
    const [account] = await world.accountsOf(clinic);
    assert.equal(account?.status, 'linked');
  });

  test('an account that is given up can be selected elsewhere; its history stays, its syncs and changes stop', async () => {
    const { clinic, newco, clara } = world;
    const list = async () => (await world.withKey(clara, clinic, 'GET', '/campaigns?limit=100')).json;
    const [campaign] = campaigns.parse(
      (await world.withKey(clara, clinic, 'GET', '/campaigns?state=live')).json,
    ).campaigns;
    const history = await list();
    await world.platform.fail('hang', 1, 'search');
    const underWay = world.ended(await world.sync(clara, clinic));
    assert.equal((await world.release(clara, clinic)).status, 200);
    assert.deepEqual(await underWay, ['failed', 'setup_required']);
    await world.platform.heal();
    assert.deepEqual(await world.accountsOf(clinic), [{ id: GLOBEX, status: 'not_linked', connection_id: null }]);
    assert.deepEqual(await list(), history);
    assert.deepEqual(await world.ended(await world.select(nadia, newco)), ['completed', null]);
    const pause = { state: 'paused', dry_run: false };
    const paused = await world.withKey(clara, clinic, 'PUT', `/campaigns/${campaign?.slug}/state`, pause);
    assert.equal(paused.error.code, 'setup_required', paused.text);
    assert.match(refusalOf(await world.select(clara, clinic))[1], /^is held by newco;/);
    assert.equal((await world.sync(clara, clinic)).error.code, 'setup_required');
    assert.equal((await world.release(clara, clinic)).error.code, 'not_found');
  });

  test('a change that has begun is not sent any more once the account was given up', async () => {
    const { newco, newton, platform } = world;
    const answer = await world.withKey(newton, newco, 'GET', '/campaigns?state=live');
    const [campaign] = campaigns.parse(answer.json).campaigns;
    assert.ok(campaign);
    await platform.forgetRequests();
    const held = world.gate.hold('answered', 'searchStream');
    const pause = { state: 'paused', dry_run: false };
    const paused = await world.withKey(newton, newco, 'PUT', `/campaigns/${campaign.slug}/state`, pause);
    await held.reached;
    assert.equal((await world.release(newton, newco)).status, 200);
    held.open();
    assert.deepEqual(await world.ended(paused), ['failed', 'setup_required']);
    assert.equal(await platform.mutates(), 0);
    assert.deepEqual(await world.ended(await world.select(nadia, newco)), ['completed', null]);
  });

  test('of two organizations that select an account at once, one gets it', async () => {
    const { clinic, newco, clara, newton } = world;
    await world.release(newton, newco);
    const answers = await Promise.all([world.select(nadia, newco), world.select(clara, clinic)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 422]);
    await world.quiet();
  });

  async function offered(person: Person) {
    const answer = await world.as(person, 'GET', '/organizations/newco/ad-accounts/choices');
    return choices.parse(answer.json).accounts;
  }
});

function refusalOf(answer: HttpAnswer | undefined): [code: unknown, message: string] {
  const fields = z.array(z.object({ path: z.literal('account_id'), message: z.string() })).parse(answer?.error.fields);
  return [answer?.error.code, fields[0]?.message ?? ''];
}

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { deleteMember } from '../../../src/identity/membership.store.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Person, SeededOrganization } from '../../harness/world-people.ts';
import { GLOBEX, OLIVIA } from '../world.ts';
import { AGENCY, type TwoOrganizations, twoOrganizations } from './two-organizations.ts';

const uses = z.object({
  uses: z.array(
    z.object({
      connection_id: z.string(),
      login: z.string(),
      organization: z.object({ slug: z.string() }),
      status: z.string(),
      accounts: z.array(z.string()),
    }),
  ),
});
const campaigns = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string() })) });
const requests = z.object({ requests: z.array(z.object({ path: z.string() })) });
const connection = statement<[organizationId: number, person: number], { status: string; sealed_token: string }>(
  'select status, sealed_token from ad_connection where organization_id = $1 and connected_by = $2',
);
const holdsQueued = statement<[organizationId: number], { count: number }>(`
  select count(*)::int as count from task where organization_id = $1 and type = 'sync_account' and status = 'running'`);
const give = statement<[organizationId: number, from: number, to: number], never>(
  'update ad_connection set connected_by = $3 where organization_id = $1 and connected_by = $2',
);
const waiters = statement<[], { count: number }>(`
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);
const BROKEN = ['failed', 'google_ads_connection_broken'];

describe('the use of somebody’s login', () => {
  const suite = wholeSuite();
  let world: TwoOrganizations;

  before(async () => {
    world = await twoOrganizations(suite);
    const { clinic, newco, clara } = world;
    await world.connect(clara, clinic);
    await link(clara, newco);
  });

  test('its owner sees every organization that uses it, nobody else does', async () => {
    const { clara, newton } = world;
    const seen = (await usesOf(clara)).map(({ organization, accounts, status }) => [
      organization.slug,
      accounts,
      status,
    ]);
    assert.deepEqual(seen, [
      ['clinic', [], 'working'],
      ['newco', [GLOBEX], 'working'],
    ]);
    assert.deepEqual(await usesOf(newton), []);
  });

  test('ends when its owner is removed: work under way too, and the Owners are told once', async () => {
    const { newco, clara, newton } = world;
    const told = (await world.mails()).length;
    await world.platform.fail('hang', 1, 'search');
    const underWay = world.ended(await world.sync(clara, newco));
    await running(newco);
    assert.equal((await remove(clara, newco)).status, 200);
    assert.deepEqual(await underWay, BROKEN);
    await world.platform.heal();
    await world.quiet();
    await standsBroken(newco, clara);
    const mails = (await world.mails()).slice(told);
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [[newton.email, 'Google Ads has to be connected again']],
    );
    assert.match(mails[0]?.text ?? '', new RegExp(`${OLIVIA}, whose owner has left the organization`));
    const slugs = (await usesOf(clara)).map(({ organization }) => organization.slug);
    assert.deepEqual(slugs, ['clinic'], 'the clinic’s use goes on');
  });

  test('is over for a person who comes back, until they connect again', async () => {
    const { newco, clara } = world;
    await world.world.addMember(newco, clara, 'admin');
    await world.quiet();
    await standsBroken(newco, clara);
    assert.equal((await world.sync(clara, newco)).error.code, 'setup_required');
    await world.connect(clara, newco);
    await world.quiet();
    const [account] = await world.accountsOf(newco);
    assert.equal(account?.status, 'linked', 'and then it is linked again by itself');
  });

  test('is not ended by its owner once somebody else has connected it, also at the same moment', async () => {
    const { newco, clara, newton, database } = world;
    const use = (await usesOf(clara)).find(({ organization }) => organization.slug === 'newco');
    const ending = await database.transaction(async (db) => {
      await db.execute(give, newco.id, clara.id, newton.id);
      const answer = world.as(clara, 'DELETE', `/ad-logins/${use?.connection_id}`);
      while ((await database.row(waiters))?.count === 0) await sleep(10);
      return { answer };
    });
    assert.equal((await ending.answer).status, 200);
    const left = await database.row(connection, newco.id, newton.id);
    assert.equal(left?.status, 'working');
    assert.notEqual(left?.sealed_token, '');
    await database.execute(give, newco.id, newton.id, clara.id);
  });

  test('ends however its owner left, at the next use at the latest', async () => {
    const { newco, clara, newton, database } = world;
    const told = (await world.mails()).length;
    await deleteMember({ organizationId: newco.id, db: database }, clara.id);
    const slug = await aCampaign(newton, newco);
    const paused = await setState(newton, newco, slug, 'paused');
    assert.equal(paused.error.code, 'setup_required', paused.text);
    const answer = await world.sync(newton, newco);
    assert.deepEqual(await world.ended(answer), BROKEN);
    await standsBroken(newco, clara);
    assert.equal((await world.mails()).length, told + 1);
    assert.equal((await world.sync(newton, newco)).error.code, 'setup_required');
  });

  test('is ended by its owner from outside the organization', async () => {
    const { newco, clara, newton, database } = world;
    await world.world.addMember(newco, clara, 'admin');
    await link(clara, newco);
    await world.atRest(async () => {
      await deleteMember({ organizationId: newco.id, db: database }, clara.id);
      const use = (await usesOf(clara)).find(({ organization }) => organization.slug === 'newco');
      const path = `/ad-logins/${use?.connection_id}`;
      assert.equal((await world.as(newton, 'DELETE', path)).error.code, 'not_found', 'by nobody else');
      assert.equal((await world.as(clara, 'DELETE', path)).status, 200);
      assert.equal((await world.as(clara, 'DELETE', path)).error.code, 'not_found', 'it has ended');
    });
    await standsBroken(newco, clara);
    const [mail] = (await world.mails()).slice(-1);
    assert.equal(mail?.to, newton.email);
    assert.match(mail?.text ?? '', /The owner of the Google login .* has ended its use here/);
  });

  test('the grant at the platform ends with the last use, not before', async () => {
    const { clinic, clara } = world;
    await world.quiet();
    assert.ok(!(await paths()).includes('/revoke'), 'the clinic still used it');
    const [last] = await usesOf(clara);
    assert.equal(last?.organization.slug, clinic.slug);
    assert.equal((await world.as(clara, 'DELETE', `/ad-logins/${last?.connection_id}`)).status, 200);
    await world.quiet();
    assert.ok((await paths()).includes('/revoke'));
  });

  test('a change of state whose account is given up, or whose login breaks, before it runs is not made', async () => {
    const { newco, newton } = world;
    const nadia = await world.member('nadia', [newco, 'admin']);
    await link(nadia, newco, AGENCY);
    const slug = await aCampaign(newton, newco);
    const { name } = await shown(newton, newco, slug);
    const before = await world.platform.campaign(name);
    const broken = await world.atRest(async () => {
      const answer = await setState(newton, newco, slug, 'paused');
      await remove(nadia, newco);
      return answer;
    });
    assert.deepEqual(await world.ended(broken), BROKEN);
    await world.world.addMember(newco, nadia, 'admin');
    await link(nadia, newco, AGENCY);
    const released = await world.atRest(async () => {
      const answer = await setState(newton, newco, slug, 'draft');
      assert.equal((await world.release(newton, newco)).status, 200);
      return answer;
    });
    assert.deepEqual(await world.ended(released), ['failed', 'setup_required']);
    assert.deepEqual(await world.platform.campaign(name), before);
  });

  test('a change of state that somebody asked for who was removed before it runs is not made', async () => {
    const { newco, newton } = world;
    const nina = await world.member('nina', [newco, 'admin']);
    await link(newton, newco, AGENCY);
    const slug = await aCampaign(newton, newco);
    const { name } = await shown(newton, newco, slug);
    const before = await world.platform.campaign(name);
    const answer = await world.atRest(async () => {
      const asked = await setState(nina, newco, slug, 'paused');
      await remove(nina, newco);
      return asked;
    });
    assert.deepEqual(await world.ended(answer), ['failed', 'task_error']);
    assert.deepEqual(await world.platform.campaign(name), before);
  });

  /** A person connects a login and links the account through it. */
  async function link(person: Person, organization: SeededOrganization, login = OLIVIA): Promise<void> {
    await world.connect(person, organization, login);
    await world.quiet();
    assert.deepEqual(await world.ended(await world.select(person, organization)), ['completed', null]);
  }

  function remove(person: Person, { slug }: SeededOrganization) {
    return world.as(world.newton, 'DELETE', `/organizations/${slug}/members/${person.id}`);
  }

  async function usesOf(person: Person) {
    return uses.parse((await world.as(person, 'GET', '/ad-logins')).json).uses;
  }

  async function standsBroken(organization: SeededOrganization, person: Person): Promise<void> {
    const [account] = await world.accountsOf(organization);
    assert.equal(account?.status, 'pending');
    const row = await world.database.row(connection, organization.id, person.id);
    assert.deepEqual(row, { status: 'broken', sealed_token: '' });
  }

  async function running({ id }: SeededOrganization): Promise<void> {
    while ((await world.database.row(holdsQueued, id))?.count !== 1) await sleep(10);
  }

  async function aCampaign(person: Person, organization: SeededOrganization): Promise<string> {
    const answer = await world.withKey(person, organization, 'GET', '/campaigns?state=live');
    return campaigns.parse(answer.json).campaigns[0]?.slug ?? assert.fail('no campaign is live');
  }

  async function shown(person: Person, organization: SeededOrganization, slug: string): Promise<{ name: string }> {
    const answer = await world.withKey(person, organization, 'GET', `/campaigns/${slug}`);
    return z.object({ name: z.string() }).parse(answer.json);
  }

  function setState(person: Person, organization: SeededOrganization, slug: string, state: string) {
    return world.withKey(person, organization, 'PUT', `/campaigns/${slug}/state`, { state, dry_run: false });
  }

  async function paths(): Promise<string[]> {
    const seen = requests.parse(await (await fetch(`${world.emulator.origin}/_emulator/requests`)).json());
    return seen.requests.map(({ path }) => path);
  }
});

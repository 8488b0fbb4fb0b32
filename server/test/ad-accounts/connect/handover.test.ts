import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';
import { OLIVIA } from '../world.ts';
import { AGENCY, type TwoOrganizations, twoOrganizations } from './two-organizations.ts';

const campaigns = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string(), state: z.string() })) });
const requests = z.object({
  requests: z.array(
    z.object({
      path: z.string(),
      login_customer_id: z.string(),
      authorization: z.object({ token_sha256: z.string().nullable() }),
    }),
  ),
});
const uses = z.object({
  uses: z.array(z.object({ connection_id: z.string(), organization: z.object({ slug: z.string() }) })),
});
const syncs = statement<[organizationId: number], { status: string; retries: number; waits: boolean }>(`
  select status, retries, not_before is not null as waits from task
  where organization_id = $1 and type = 'sync_account' and finished_at is null`);
const tokens = statement<[organizationId: number, login: string], { sealed_token: string }>(
  'select sealed_token from ad_connection where organization_id = $1 and login = $2',
);
const seal = statement<[organizationId: number, login: string, sealed: string], never>(
  'update ad_connection set sealed_token = $3 where organization_id = $1 and login = $2',
);
/** Through which the agency's login reaches the account; Clara's reaches it by itself. */
const MANAGER = '1000000009';
const SLUG = 'globex-brand';
/** Longer than the time after which work under way is looked at again. */
const LOOKED_AT_MS = 3_000;

describe('an account that is linked anew while it is worked on', () => {
  const suite = wholeSuite();
  let world: TwoOrganizations;
  let nadia: Person;
  let campaign: { name: string; state: string };

  before(async () => {
    world = await twoOrganizations(suite);
    nadia = await world.member('nadia', [world.newco, 'admin']);
    await world.connect(nadia, world.newco, AGENCY);
  });

  beforeEach(async () => {
    const { newco, clara, newton } = world;
    await world.connect(clara, newco);
    assert.deepEqual(await world.ended(await world.select(clara, newco)), ['completed', null]);
    await world.quiet();
    const known = await world.withKey(newton, newco, 'GET', '/campaigns');
    campaign = campaigns.parse(known.json).campaigns.find(({ slug }) => slug === SLUG) ?? assert.fail();
    if (campaign.state !== 'live') assert.deepEqual(await world.ended(await setState('live')), ['completed', null]);
    await world.platform.forgetRequests();
  });

  for (const grant of ['ends with its use here', 'goes on elsewhere']) {
    test(`a change goes out through the login of now, where the grant of the one before ${grant}`, async () => {
      const { clinic, newco, clara, newton } = world;
      if (grant === 'goes on elsewhere') await world.connect(clara, clinic);
      const told = (await world.mails()).length;
      const paused = await whilePausing(async () => {
        assert.equal((await world.select(nadia, newco)).status, 202);
        assert.equal((await world.as(newton, 'DELETE', `/organizations/newco/members/${clara.id}`)).status, 200);
        await sleep(LOOKED_AT_MS);
      });
      assert.deepEqual(await world.ended(paused), ['completed', null]);
      assert.equal((await world.platform.campaign(campaign.name))?.status, 'paused');
      assert.deepEqual(
        (await mutates()).map(({ manager }) => manager),
        [MANAGER],
      );
      await world.quiet();
      assert.equal((await world.accountsOf(newco))[0]?.status, 'linked');
      assert.equal((await world.mails()).length, told, 'nothing of the account is broken');
      await world.world.addMember(newco, clara, 'admin');
    });
  }

  test('a change is not sent with the token that its login had before it was connected again', async () => {
    const { newco, clara } = world;
    const old: (string | null)[] = [];
    const paused = await whilePausing(async () => {
      old.push(...(await asked()).map(({ token }) => token));
      await world.connect(clara, newco);
    });
    assert.deepEqual(await world.ended(paused), ['completed', null]);
    const [sent, ...more] = await mutates();
    assert.deepEqual([sent?.manager, more], ['', []]);
    assert.ok(old.length > 0 && !old.includes(sent?.token ?? null));
  });

  test('a sync begins over through the login of now, and reads nothing more with the one that was taken back', async () => {
    const { clinic, newco, clara, newton } = world;
    await world.connect(clara, clinic);
    const held = world.gate.hold('answered', 'searchStream');
    const underWay = await world.sync(newton, newco);
    await held.reached;
    assert.equal((await world.select(nadia, newco)).status, 202);
    await takenBack(clara);
    await until((sync) => sync?.waits === true);
    await world.platform.forgetRequests();
    held.open();
    world.clock.turn({ minutes: 2 });
    assert.deepEqual(await world.ended(underWay), ['completed', null]);
    assert.deepEqual([...new Set((await asked()).map(({ manager }) => manager))], [MANAGER]);
  });

  test('a token that is only sealed anew is still the same: work goes on with it', async () => {
    const { newco, newton, database } = world;
    const { tokenVault } = world.service.services;
    const held = world.gate.hold('answered', 'searchStream');
    const underWay = await world.sync(newton, newco);
    await held.reached;
    const owner = { organizationId: String(newco.id), login: OLIVIA };
    const { sealed_token: sealed } = (await database.row(tokens, newco.id, OLIVIA)) ?? assert.fail();
    const again = tokenVault.seal({ ...owner, refreshToken: tokenVault.open({ ...owner, sealed }) });
    await database.execute(seal, newco.id, OLIVIA, again);
    await sleep(LOOKED_AT_MS);
    assert.deepEqual(await database.row(syncs, newco.id), { status: 'running', retries: 0, waits: false });
    held.open();
    assert.deepEqual(await world.ended(underWay), ['completed', null]);
  });

  /** Does something while the pausing of the campaign has begun, and was not sent yet. */
  async function whilePausing(something: () => Promise<void>): Promise<HttpAnswer> {
    const held = world.gate.hold('answered', 'searchStream');
    const paused = await setState('paused');
    await held.reached;
    await something();
    held.open();
    return paused;
  }

  function setState(state: string): Promise<HttpAnswer> {
    return world.withKey(world.newton, world.newco, 'PUT', `/campaigns/${SLUG}/state`, { state, dry_run: false });
  }

  async function takenBack(person: Person): Promise<void> {
    const all = uses.parse((await world.as(person, 'GET', '/ad-logins')).json).uses;
    const use = all.find(({ organization }) => organization.slug === 'newco');
    assert.equal((await world.as(person, 'DELETE', `/ad-logins/${use?.connection_id}`)).status, 200);
  }

  async function until(holds: (sync: { waits: boolean } | undefined) => boolean): Promise<void> {
    while (!holds(await world.database.row(syncs, world.newco.id))) await sleep(20);
  }

  /** What the platform was asked about accounts since it was told to forget, through which manager and with which token. */
  async function asked() {
    const seen = requests.parse(await (await fetch(`${world.emulator.origin}/_emulator/requests`)).json()).requests;
    return seen
      .filter(({ path }) => path.includes('/googleAds:'))
      .map(({ path, login_customer_id: manager, authorization }) => ({
        path,
        manager,
        token: authorization.token_sha256,
      }));
  }

  async function mutates() {
    return (await asked()).filter(({ path }) => path.endsWith(':mutate'));
  }
});

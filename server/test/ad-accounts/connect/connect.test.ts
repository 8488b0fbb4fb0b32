import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { auditEvents, eventOf } from '../../harness/audit-events.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { processorMs } from '../../harness/processor-time.ts';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, allow, GLOBEX, OLIVIA, type World } from '../world.ts';

const MANY = 10_000;
/** Each compared with all before it took two seconds. */
const MOST_CPU_MS = 800;
const SETTINGS = 'http://localhost:3000/o/acme/settings';
const choices = z.object({
  accounts: z.array(z.object({ account_id: z.string(), name: z.string(), selected: z.boolean() })),
});
const connections = z.object({
  connections: z.array(z.object({ id: z.string(), login: z.string(), status: z.string() })),
  accounts: z.array(z.object({ id: z.string(), status: z.string(), selected: z.boolean() })),
});
const requests = z.object({
  requests: z.array(
    z.object({
      path: z.string(),
      body: z.string(),
      authorization: z.object({ token_sha256: z.string().nullable() }),
    }),
  ),
});
const stored = statement<[organizationId: number], { sealed_token: string }>(
  'select sealed_token from ad_connection where organization_id = $1',
);
const reachMany = statement<[organizationId: number, many: number], never>(`
  update ad_connection set accounts = accounts || (
    select jsonb_agg(jsonb_build_object('customerId', (7000000000 + n)::text, 'loginCustomerId', null, 'name', 'Client ' || n,
      'currency', 'USD', 'timeZone', 'America/Chicago')) from generate_series(1, $2::integer) n)
  where organization_id = $1`);
const attempts = statement<[], { count: number }>('select count(*) as count from ad_connect_attempt');

describe('connecting a login', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await accountWorld(suite);
  });

  test('the person is sent to the platform with PKCE and a state', async () => {
    const { searchParams } = new URL(await world.authorizeUrl());
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.match(searchParams.get('state') ?? '', /^[0-9a-z]+\.[\w-]{43}$/);
    assert.equal(searchParams.get('redirect_uri'), 'http://localhost:3000/dashboard/v1/ad-connections/callback');
  });

  test('coming back connects the login, keeps its token sealed, and lists the accounts it reaches', async () => {
    const answer = await world.connect();
    returned(answer, 'connected');
    const listed = choices.parse((await world.dashboard('GET', '/organizations/acme/ad-accounts/choices')).json);
    assert.deepEqual(listed.accounts.map(({ account_id }) => account_id).sort(), [ACME, GLOBEX]);
    const [row] = await world.database.rows(stored, world.acme.id);
    assert.match(row?.sealed_token ?? '', /^v1\.test\.[\w-]+\.[\w-]+$/);
    const shown = (await world.dashboard('GET', '/organizations/acme/ad-connections')).text;
    assert.ok(!shown.includes(row?.sealed_token ?? ''), 'not even sealed does the token leave');
  });

  test('a login of ten thousand accounts is listed at little cost, and each is found', async () => {
    await world.database.execute(reachMany, world.acme.id, MANY);
    const list = () => world.dashboard('GET', '/organizations/acme/ad-accounts/choices');
    assert.equal((await list()).status, 200);
    const begun = processorMs();
    const { accounts } = choices.parse((await list()).json);
    const worked = processorMs() - begun;
    assert.equal(accounts.length, MANY + 2);
    assert.ok(worked < MOST_CPU_MS, `${worked} ms of processor time`);
    const select = await world.dashboard('POST', '/organizations/acme/ad-accounts', {
      body: { account_id: '7000010001' },
    });
    assert.equal(select.status, 422, 'one that it does not reach');
    returned(await world.connect(), 'connected');
  });

  test('a state that was used, was made up or belongs to another organization connects nothing', async () => {
    const back = await allow(await world.authorizeUrl(), OLIVIA);
    returned(await world.dashboard('GET', back), 'connected');
    returned(await world.dashboard('GET', back), 'expired');
    const url = new URL(back, 'http://localhost');
    const state = url.searchParams.get('state') ?? '';
    const forged = [
      `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`,
      state.replace(/^\w+/, world.world.harbor.id.toString(36)),
      state.replace(/^\w+/, world.world.orchard.id.toString(36)),
      'x',
      '',
    ];
    for (const made of forged) {
      url.searchParams.set('state', made);
      const answer = await world.dashboard('GET', `${url.pathname}${url.search}`);
      assert.equal(answer.status, 303);
      assert.match(String(answer.headers.location), /\?ad_connection=expired$/, made);
    }
    assert.equal((await world.dashboard('GET', '/ad-connections/callback')).status, 303);
  });

  test('coming back leaves its event in the organization, with the person', async () => {
    const { requestId } = await world.connect();
    const { organization_id, user } = await eventOf(world.database, requestId);
    assert.deepEqual([organization_id, user], [world.acme.id, world.owner.email]);
  });

  test('a state is good for ten minutes', async () => {
    const back = await allow(await world.authorizeUrl(), OLIVIA);
    world.clock.turn({ minutes: 10 });
    returned(await world.dashboard('GET', back), 'expired');
    const inTime = await allow(await world.authorizeUrl(), OLIVIA);
    world.clock.turn({ minutes: 9 });
    returned(await world.dashboard('GET', inTime), 'connected');
  });

  test('another person, or the same person in another session, cannot finish what somebody began', async () => {
    const { admin } = world.world.people;
    await world.world.addMember(world.acme, admin, 'admin');
    const back = await allow(await world.authorizeUrl(), OLIVIA);
    returned(await world.dashboard('GET', back, { cookie: admin.cookie }), 'expired');
    assert.equal((await world.dashboard('GET', back, { cookie: 'sluice_session=none' })).status, 401);
    returned(await world.dashboard('GET', back), 'connected');
  });

  test('somebody who lost the role meanwhile connects nothing', async () => {
    const person = await world.world.addPerson('passing-admin');
    await world.world.addMember(world.acme, person, 'admin');
    const back = await allow(await world.authorizeUrl(person.cookie), OLIVIA);
    await world.database.execute(demote, world.acme.id, person.id);
    returned(await world.dashboard('GET', back, { cookie: person.cookie }), 'not_allowed');
    const member = await world.dashboard('POST', '/organizations/acme/ad-connections', {
      body: {},
      cookie: person.cookie,
    });
    assert.equal(member.error.code, 'insufficient_scope');
  });

  test('a person who declines, and a platform that does not answer, are told apart', async () => {
    const state = new URL(await world.authorizeUrl()).searchParams.get('state') ?? '';
    const declined = await world.dashboard('GET', `/ad-connections/callback?error=access_denied&state=${state}`);
    returned(declined, 'declined');
    const wrong = new URL(await world.authorizeUrl()).searchParams.get('state') ?? '';
    returned(await world.dashboard('GET', `/ad-connections/callback?code=4%2Fmade-up&state=${wrong}`), 'refused');
    const back = await allow(await world.authorizeUrl(), OLIVIA);
    await world.emulator.control('faults', { kind: 'internal', method: 'token', times: 4 });
    returned(await world.dashboard('GET', back), 'unavailable');
  });

  test('neither code nor state stay behind, in the audit trail or in the table', async () => {
    const back = await allow(await world.authorizeUrl(), OLIVIA);
    const { searchParams } = new URL(back, 'http://localhost');
    await world.dashboard('GET', back);
    const events = JSON.stringify(await auditEvents(world.database));
    for (const name of ['code', 'state']) assert.ok(!events.includes(searchParams.get(name) ?? '?'), name);
    world.clock.turn({ minutes: 11 });
    await world.authorizeUrl();
    assert.deepEqual(await world.database.row(attempts), { count: 1 }, 'only the one just begun');
  });

  test('an account that no login reaches, or one in another currency, cannot be selected', async () => {
    for (const account_id of ['1000000003', 'nothing', GLOBEX]) {
      const answer = await world.dashboard('POST', '/organizations/acme/ad-accounts', { body: { account_id } });
      assert.equal(answer.error.code, 'validation_error', account_id);
    }
  });

  test('no token or key of a caller ever reaches the platform', async () => {
    const { key } = await world.world.addKey({ organization: world.acme });
    await world.connect();
    await world.call('GET', '/v1/organizations/acme/campaigns', { key });
    const [task] = await world.finish(await world.select(ACME));
    assert.equal(task?.status, 'completed');
    const secrets = [key, world.owner.cookie.replace('sluice_session=', '')];
    const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest('hex'));
    const log = requests.parse(await world.asks('requests')).requests;
    assert.ok(log.length > 10);
    for (const { path, body, authorization } of log) {
      assert.ok(!hashes.includes(authorization.token_sha256 ?? ''), path);
      for (const secret of [...secrets, ...hashes]) assert.ok(!body.includes(secret) && !path.includes(secret), path);
    }
  });

  test('disconnecting forgets the login, ends its grant and unlinks its accounts', async () => {
    const [before] = await connected(world);
    assert.ok(before);
    const gone = await world.dashboard('DELETE', `/organizations/acme/ad-connections/${before.id}`);
    assert.equal(gone.status, 200, gone.text);
    const { connections: left, accounts } = connections.parse(
      (await world.dashboard('GET', '/organizations/acme/ad-connections')).json,
    );
    assert.deepEqual(left, []);
    assert.deepEqual(accounts, [{ id: ACME, status: 'not_linked', selected: true }]);
    const [task] = await world.database.rows(revocations, world.acme.id);
    assert.ok(task);
    await world.finish(task.task_tracking_id);
    const log = requests.parse(await world.asks('requests')).requests;
    assert.equal(log.at(-1)?.path, '/revoke');
    const again = await world.dashboard('DELETE', `/organizations/acme/ad-connections/${before.id}`);
    assert.equal(again.error.code, 'not_found');
    const sync = await world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`);
    assert.equal(sync.error.code, 'setup_required');
  });

  test('an account is shown as selected only while it is linked', async () => {
    await world.connect();
    assert.equal(await isSelected(ACME), false);
    await world.select(ACME);
    assert.equal(await isSelected(ACME), true);
    assert.equal(await isSelected(GLOBEX), false);
  });

  test('a login that is connected again before its grant was ended keeps it', async () => {
    await world.connect();
    const [login] = await connected(world);
    const gone = await world.dashboard('DELETE', `/organizations/acme/ad-connections/${login?.id}`);
    assert.equal(gone.status, 200, gone.text);
    await world.connect();
    await fetch(`${world.emulator.origin}/_emulator/requests`, { method: 'DELETE' });
    const task = (await world.database.rows(revocations, world.acme.id)).at(-1);
    assert.ok(task);
    const [done] = await world.finish(task.task_tracking_id);
    assert.equal(done?.status, 'completed', done?.error_message ?? '');
    const log = requests.parse(await world.asks('requests')).requests;
    assert.ok(!log.some(({ path }) => path === '/revoke'));
  });

  async function isSelected(accountId: string): Promise<boolean | undefined> {
    const { accounts } = choices.parse((await world.dashboard('GET', '/organizations/acme/ad-accounts/choices')).json);
    return accounts.find(({ account_id }) => account_id === accountId)?.selected;
  }
});

function returned(answer: HttpAnswer, outcome: string): void {
  assert.equal(answer.status, 303, answer.text);
  assert.equal(answer.headers.location, `${SETTINGS}?ad_connection=${outcome}`);
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
}

async function connected(world: World) {
  return connections.parse((await world.dashboard('GET', '/organizations/acme/ad-connections')).json).connections;
}

const demote = statement<[organizationId: number, person: number], never>(
  `update membership set role = 'member' where organization_id = $1 and person_id = $2`,
);
const revocations = statement<[organizationId: number], { task_tracking_id: number }>(
  `select task_tracking_id from task where organization_id = $1 and type = 'revoke_ad_login' order by 1`,
);

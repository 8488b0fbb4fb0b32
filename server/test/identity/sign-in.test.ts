import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { Refusal } from '../../src/base/errors.ts';
import { WithHeaders } from '../../src/base/operation.ts';
import { Authenticator } from '../../src/identity/authenticate.ts';
import { forgetStaleSignIns } from '../../src/identity/sign-in/forget-stale-sign-ins.task.ts';
import { getMe } from '../../src/identity/sign-in/get-me.ts';
import { hashPassword, isPassword } from '../../src/identity/sign-in/password.ts';
import { openSession } from '../../src/identity/sign-in/session.ts';
import { signIn } from '../../src/identity/sign-in/sign-in.ts';
import { atAccountsPace, delayAfter, limitByAddress } from '../../src/identity/sign-in/sign-in-pace.ts';
import { signOut } from '../../src/identity/sign-in/sign-out.ts';
import { call, DAY, newWorld, refused, type World, workOf } from './world.ts';

const PASSWORD = 'correct horse battery staple';

async function withMia(t: Parameters<typeof newWorld>[0], settings?: Parameters<typeof newWorld>[1]) {
  const world = await newWorld(t, settings);
  const mia = await world.person('mia', 'member', await hashPassword(PASSWORD));
  return { world, mia };
}

async function cookieOf(world: World): Promise<string> {
  const answer = await call(signIn, { email: 'Mia@acme.test', password: PASSWORD }, world.anybody());
  assert.ok(answer instanceof WithHeaders);
  assert.deepEqual(answer.body, { email: 'mia@acme.test', name: 'mia' });
  return answer.headers['set-cookie'] ?? '';
}

function tokenIn(cookie: string): string {
  return /^sluice_session=([^;]*);/.exec(cookie)?.[1] ?? '';
}

async function whoHas(world: World, token: string) {
  const identified = await new Authenticator(world.database, world.services.clock).identify(
    { kind: 'session', token },
    { live: true },
  );
  return 'caller' in identified ? identified.caller : undefined;
}

suite('Passwords', () => {
  test('are kept as Argon2id with their parameters', async () => {
    const hash = await hashPassword(PASSWORD);
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(hash, await hashPassword(PASSWORD));
    assert.equal(await isPassword(PASSWORD, hash), true);
    assert.equal(await isPassword('wrong', hash), false);
  });

  test('agree with the published test vector of the reference implementation', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await isPassword('password', hash), true);
    assert.equal(await isPassword('Password', hash), false);
  });

  test('of people without one are never right', async () => {
    assert.equal(await isPassword('', null), false);
    assert.equal(await isPassword(PASSWORD, null), false);
  });
});

suite('Signing in', () => {
  test('opens a session of 30 days in a cookie that scripts cannot read', async (t) => {
    const { world, mia } = await withMia(t);
    const cookie = await cookieOf(world);
    assert.match(
      cookie,
      /^sluice_session=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.equal((await whoHas(world, tokenIn(cookie)))?.personId, mia);
    world.turn(30 * DAY);
    assert.equal(await whoHas(world, tokenIn(cookie)), undefined);
  });

  test('keeps only the hash of the cookie', async (t) => {
    const { world } = await withMia(t);
    const token = tokenIn(await cookieOf(world));
    const [row] = await world.database.rows(
      statement<[], { row: string }>('select s::text || encode(hash, $$escape$$) as row from session s'),
    );
    assert.equal(row?.row.includes(token), false);
  });

  test('without TLS the cookie is not marked Secure', async (t) => {
    const { world } = await withMia(t, { appUrl: 'http://localhost:3000' });
    assert.equal((await cookieOf(world)).includes('Secure'), false);
  });

  test('a password that is changed while it is checked opens nothing', async (t) => {
    const { world, mia } = await withMia(t);
    const context = world.anybody();
    const before = { id: mia, password_hash: 'what was checked' };
    assert.equal(await openSession(context, before), undefined);
    assert.deepEqual(await world.database.rows(statement<[], unknown>('select 1 from session')), []);
  });

  test('tells nothing about which of email and password was wrong', async (t) => {
    const { world } = await withMia(t);
    await world.person('pat', 'member');
    const messages = new Set<string>();
    const quickest: number[] = [];
    for (const email of ['mia@acme.test', 'pat@acme.test', 'nobody@acme.test']) {
      const wrong = () => call(signIn, { email, password: 'wrong' }, world.anybody());
      const times: number[] = [];
      for (let i = 0; i < 3; i += 1)
        times.push(await timed(() => wrong().catch((error) => messages.add(error.message))));
      quickest.push(Math.min(...times));
    }
    assert.equal(messages.size, 1);
    assert.ok(Math.min(...quickest) > Math.max(...quickest) / 4, String(quickest));
  });

  test('signing out ends the session at once', async (t) => {
    const { world } = await withMia(t);
    const token = tokenIn(await cookieOf(world));
    const caller = await whoHas(world, token);
    assert.ok(caller);
    const answer = await call(signOut, {}, { ...world.services, caller, requestId: 'req_test' });
    assert.ok(answer instanceof WithHeaders);
    assert.match(answer.headers['set-cookie'] ?? '', /^sluice_session=; Max-Age=0;/);
    assert.equal(await whoHas(world, token), undefined);
  });

  test('the signed-in person sees the organizations with role and access', async (t) => {
    const { world, mia } = await withMia(t);
    const staff = await world.staff('sam');
    const acme = { slug: 'acme', name: 'Acme' };
    assert.deepEqual(await call(getMe, {}, await world.signedIn(mia)), {
      email: 'mia@acme.test',
      name: 'mia',
      organizations: [{ ...acme, role: 'member', access: 'membership' }],
    });
    assert.deepEqual(await call(getMe, {}, await world.signedIn(staff)), {
      email: 'sam@acme.test',
      name: 'sam',
      organizations: [{ ...acme, role: null, access: 'adops_team' }],
    });
  });
});

suite('Limits on signing in', () => {
  test('ten wrong passwords in 15 minutes slow the account down, they never lock it', async (t) => {
    const { world } = await withMia(t);
    const account = { email: 'mia@acme.test' };
    const right = () => call(signIn, { ...account, password: PASSWORD }, world.anybody());
    const wrong = () => call(signIn, { ...account, password: 'wrong' }, world.anybody());
    const wait = () => timed(() => atAccountsPace(world.services, account.email, async () => 'right'));
    for (let i = 0; i < 9; i += 1) await refused(wrong(), 'unauthorized');
    assert.ok((await wait()) < 250);
    await refused(wrong(), 'unauthorized');
    assert.ok((await timed(right)) >= 250);
    const afterRight = await wait();
    assert.ok(afterRight >= 250 && afterRight < 500, `a right password adds no delay: ${afterRight}`);
    world.turn(15 * 60 * 1000);
    assert.ok((await wait()) < 250);
  });

  test('the delay grows to a few seconds and no further', () => {
    assert.deepEqual(
      [0, 9, 10, 11, 12, 13, 14, 15, 1000].map(delayAfter),
      [0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000],
    );
  });

  test('tries sent side by side count each other', async (t) => {
    const { world } = await withMia(t);
    const tries = Array.from({ length: 12 }, () =>
      timed(() => refused(call(signIn, { email: 'x@acme.test', password: 'wrong' }, world.anybody()), 'unauthorized')),
    );
    assert.ok(Math.max(...(await Promise.all(tries))) >= 500);
  });

  test('sign-in is limited to 60 a minute by address', async (t) => {
    const { world } = await withMia(t);
    const context = world.anybody('192.0.2.7');
    for (let i = 0; i < 60; i += 1) await limitByAddress(context);
    await assert.rejects(limitByAddress(context), (error) => {
      assert.ok(error instanceof Refusal && error.code === 'rate_limited');
      const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = error.headers;
      assert.deepEqual([limit, remaining], ['60', '0'], 'the headers are those of this limit');
      return true;
    });
    await limitByAddress({ ...context, ip: '192.0.2.8' });
    world.turn(2_000);
    await limitByAddress(context);
  });

  test('the addresses of one IPv6 network share that limit', async (t) => {
    const { world } = await withMia(t);
    const context = world.anybody();
    for (let i = 0; i < 60; i += 1) await limitByAddress({ ...context, ip: `2001:db8::${i.toString(16)}` });
    await refused(limitByAddress({ ...context, ip: '2001:db8::ffff:1' }), 'rate_limited');
    await limitByAddress({ ...context, ip: '2001:db8:0:1::1' });
  });

  test('sessions that ran out and old failures are forgotten', async (t) => {
    const { world } = await withMia(t);
    await cookieOf(world);
    await refused(call(signIn, { email: 'mia@acme.test', password: 'wrong' }, world.anybody()), 'unauthorized');
    const left = statement<[], { sessions: number; failures: number }>(
      'select (select count(*) from session) as sessions, (select count(*) from sign_in_failure) as failures',
    );
    await forgetStaleSignIns.run({}, null, workOf(world));
    assert.deepEqual(await world.database.row(left), { sessions: 1, failures: 1 });
    world.turn(31 * DAY);
    await forgetStaleSignIns.run({}, null, workOf(world));
    assert.deepEqual(await world.database.row(left), { sessions: 0, failures: 0 });
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { Refusal } from '../../../src/base/errors.ts';
import { WithHeaders } from '../../../src/base/operation.ts';
import { Authenticator } from '../../../src/identity/authenticate.ts';
import { forgetStaleSignIns } from '../../../src/identity/sign-in/forget-stale-sign-ins.task.ts';
import { getMe } from '../../../src/identity/sign-in/get-me.ts';
import { hashPassword, isPassword } from '../../../src/identity/sign-in/password.ts';
import { openSession } from '../../../src/identity/sign-in/session.ts';
import { signIn } from '../../../src/identity/sign-in/sign-in.ts';
import { atAccountsPace } from '../../../src/identity/sign-in/sign-in-pace.ts';
import { delayAfter, PASSWORD_PACE } from '../../../src/identity/sign-in/sign-in-turn.ts';
import { signOut } from '../../../src/identity/sign-in/sign-out.ts';
import { call, DAY, newWorld, refused, type World, workOf } from '../world.ts';

const PASSWORD = 'correct horse battery staple';

async function withMia(t: Parameters<typeof newWorld>[0], settings?: Parameters<typeof newWorld>[1]) {
  const world = await newWorld(t, settings);
  const mia = await world.person('mia', 'member', await hashPassword(PASSWORD));
  return { world, mia };
}

async function cookieOf(world: World): Promise<string> {
  const answer = await call(signIn, { email: 'Mia@acme.test', password: PASSWORD }, world.anybody());
  assert.ok(answer instanceof WithHeaders);
  assert.deepEqual(answer.body, { email: 'mia@acme.test', name: 'mia', challenge: null });
  return answer.headers['set-cookie'] ?? '';
}

function tokenIn(cookie: string): string {
  return /^__Host-sluice_session=([^;]*);/.exec(cookie)?.[1] ?? '';
}

async function whoHas(world: World, token: string) {
  const identified = await new Authenticator(world.database, world.services.clock).identify(
    { kind: 'session', token },
    { live: true, resource: '' },
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
      /^__Host-sluice_session=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
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
    const before = { id: mia, password_hash: 'what was checked', second_factor_since: null };
    assert.equal(await openSession(context, before), undefined);
    assert.deepEqual(await world.database.rows(statement<[], unknown>('select 1 from session')), []);
  });

  test('tells nothing about which of email and password was wrong', async (t) => {
    const { world } = await withMia(t);
    await world.person('pat', 'member');
    const messages = new Set<string>();
    const quickest = new Map<string, number>();
    for (const email of Array(6).fill(['mia@acme.test', 'pat@acme.test', 'nobody@acme.test']).flat()) {
      const wrong = () => call(signIn, { email, password: 'wrong' }, world.anybody());
      const before = process.cpuUsage();
      await wrong().catch((error) => messages.add(error.message));
      const { user } = process.cpuUsage(before);
      quickest.set(email, Math.min(user, quickest.get(email) ?? user));
    }
    assert.equal(messages.size, 1);
    const times = [...quickest.values()];
    assert.ok(Math.min(...times) > Math.max(...times) / 2, String(times));
  });

  test('signing out ends the session at once', async (t) => {
    const { world } = await withMia(t);
    const token = tokenIn(await cookieOf(world));
    const caller = await whoHas(world, token);
    assert.ok(caller);
    const answer = await call(signOut, {}, { ...world.anybody(), caller });
    assert.ok(answer instanceof WithHeaders);
    assert.match(answer.headers['set-cookie'] ?? '', /^__Host-sluice_session=; Max-Age=0;/);
    assert.equal(await whoHas(world, token), undefined);
  });

  test('the signed-in person sees the organizations with role and access', async (t) => {
    const { world, mia } = await withMia(t);
    const staff = await world.staff('sam');
    const acme = { slug: 'acme', name: 'Acme', currency: 'EUR' };
    assert.deepEqual(await call(getMe, {}, await world.signedIn(mia)), {
      id: mia,
      email: 'mia@acme.test',
      name: 'mia',
      organizations: [{ ...acme, role: 'member', access: 'membership' }],
    });
    assert.deepEqual(await call(getMe, {}, await world.signedIn(staff)), {
      id: staff,
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
    const wait = () => timed(() => atAccountsPace(world.anybody(), account.email, async () => 'right'));
    for (let i = 0; i < 9; i += 1) await refused(wrong(), 'unauthorized');
    assert.ok((await wait()) < 250);
    await refused(wrong(), 'unauthorized');
    assert.ok((await timed(right)) >= 249);
    const afterRight = await wait();
    assert.ok(afterRight >= 249 && afterRight < 500, `a right password adds no delay: ${afterRight}`);
    world.turn(250);
    assert.ok((await wait()) < 250, 'the delay lies between two tries: whoever comes after it waits no more');
    world.turn(15 * 60 * 1000);
    assert.ok((await wait()) < 250);
  });

  test('the delay grows to a few seconds and no further', () => {
    assert.deepEqual(
      [0, 9, 10, 11, 12, 13, 14, 15, 1000].map((failures) => delayAfter(PASSWORD_PACE, failures)),
      [0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000],
    );
  });

  test('tries sent side by side are served one after the other, and those who would queue for long are told to wait', async (t) => {
    const { world } = await withMia(t);
    const ended = await Promise.all(Array.from({ length: 30 }, () => outcome(world, 'x@acme.test')));
    const served = ended.filter(({ code }) => code === 'unauthorized').map(({ ms }) => ms);
    assert.equal(served.length, 13, 'ten at once, then after 250, 500 and 1000 ms more');
    const slowest = served.sort((a, b) => a - b).slice(-3);
    for (const [i, least] of [250, 750, 1750].entries()) assert.ok((slowest[i] ?? 0) >= least - 1, String(slowest));
    const told = ended.filter(({ code }) => code === 'rate_limited');
    assert.equal(told.length, 17);
    for (const { retryAfter } of told) assert.equal(retryAfter, '4');
  });

  test('an account that does not exist is paced like one that does', async (t) => {
    const { world } = await withMia(t);
    for (const email of ['mia@acme.test', 'nobody@acme.test']) {
      const ended = await Promise.all(Array.from({ length: 20 }, () => outcome(world, email)));
      assert.deepEqual(
        ended.map(({ code, retryAfter }) => `${code} ${retryAfter}`).sort(),
        [...Array(7).fill('rate_limited 4'), ...Array(13).fill('unauthorized undefined')],
        email,
      );
    }
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

/** How one wrong try ends, and after how long. */
async function outcome(world: World, email: string) {
  const began = performance.now();
  const error = await call(signIn, { email, password: 'wrong' }, world.anybody()).catch((caught) => caught);
  assert.ok(error instanceof Refusal, String(error));
  return { code: error.code, retryAfter: error.headers['retry-after'], ms: performance.now() - began };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

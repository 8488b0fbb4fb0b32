import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openDatabase } from '../../src/base/database.ts';
import { RateLimiter } from '../../src/gate/rate-limit.ts';
import { eventOf } from '../harness/audit-events.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { type RunningService, startService } from '../harness/service.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { DAY_MS, WrongClock } from '../harness/wrong-clock.ts';

const PATH = '/v1/organizations';
const LIMIT = 300;

test('every answer carries the limit, what remains of it and when it is whole again', async (t) => {
  const service = await startService(t);
  const { key } = await service.world.addKey();
  const now = service.clock.now() / 1000;
  const seen = [];
  for (let i = 0; i < 3; i += 1) {
    const { headers } = await service.call('GET', PATH, { key });
    assert.equal(headers['x-ratelimit-limit'], String(LIMIT));
    seen.push(Number(headers['x-ratelimit-remaining']));
    assert.ok(Math.abs(Number(headers['x-ratelimit-reset']) - now) <= 2);
  }
  assert.deepEqual(seen, [299, 298, 297]);
});

test('above the limit the answer is 429 rate_limited with Retry-After, and the request is audited', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 60 } });
  const issued = await service.world.addKey();
  assert.deepEqual(await burst(service, issued.key, 70), { admitted: 60, refused: 10 });
  const answer = await service.call('GET', PATH, { key: issued.key });
  assert.deepEqual([answer.status, answer.error.code, answer.headers['retry-after']], [429, 'rate_limited', '1']);
  assert.equal(answer.headers['x-ratelimit-remaining'], '0');
  const event = await eventOf(service.database, answer.requestId);
  assert.deepEqual([event.error_code, event.key_last_four], ['rate_limited', issued.lastFour]);
  service.clock.turn({ seconds: 1 });
  assert.equal((await service.call('GET', PATH, { key: issued.key })).status, 200, 'Retry-After was true');
});

test('the allowance refills evenly, not at once', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 60 } });
  const { key } = await service.world.addKey();
  assert.equal((await burst(service, key, 61)).admitted, 60);
  for (const seconds of [1, 1, 5, 13, 30]) {
    service.clock.turn({ seconds });
    assert.equal((await burst(service, key, seconds + 3)).admitted, seconds);
  }
  service.clock.turn({ minutes: 10 });
  assert.equal((await burst(service, key, 70)).admitted, 60, 'it never holds more than the limit');
});

test('each credential has an allowance of its own', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 10 } });
  const [one, other] = await Promise.all([service.world.addKey(), service.world.addKey()]);
  assert.equal((await burst(service, one.key, 15)).admitted, 10);
  assert.equal((await burst(service, other.key, 15)).admitted, 10);
  const { cookie } = service.world.people.owner;
  assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie })).status, 200);
});

test('an address may try to sign in 60 times a minute, whatever it sends along', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 100_000 } });
  const signIn = (raw = '{') => service.call('POST', '/dashboard/v1/sign-in', { raw });
  for (let tries = 0; tries < 60; tries += 1) assert.equal((await signIn()).status, 400);
  for (const raw of ['{', '{"email":"a","password":"b"}', 'x'.repeat(100_000)]) {
    const { status, error, headers } = await signIn(raw);
    assert.deepEqual([status, error.code, headers['retry-after']], [429, 'rate_limited', '1']);
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['60', '0'], 'of this limit');
  }
  assert.equal((await service.call('GET', '/dashboard/v1/me')).status, 401, 'other requests are not meant');
  service.clock.turn({ seconds: 2 });
  assert.equal((await signIn()).status, 400);
});

test('a request without a valid credential is limited by address and spends nobody’s allowance', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 20, rateLimitPerMinute: 50 } });
  service.clock.turn({ minutes: 1 });
  for (const sent of [
    [{}, { cookie: 'sluice_session=nobodys' }],
    [{ key: 'svc_live_wrong' }, { key: 'x'.repeat(43) }],
  ]) {
    const statuses = [];
    for (let i = 0; i < 24; i += 1) {
      const { status, headers } = await service.call('GET', PATH, sent[i % 2]);
      statuses.push(status);
      assert.equal(headers['x-ratelimit-limit'], '20');
    }
    assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(4).fill(429)]);
  }
  const { key } = await service.world.addKey();
  const { status, headers } = await service.call('GET', PATH, { key });
  assert.deepEqual([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], [200, '50', '49']);
});

test('the addresses of one IPv6 network share the limit of those without a valid credential', async (t) => {
  const service = await startService(t, { config: { anonymousRateLimitPerMinute: 20, trustedProxies: 1 } });
  const from = (ip: string) => service.call('GET', PATH, { headers: { 'x-forwarded-for': ip } });
  for (let i = 0; i < 20; i += 1) assert.equal((await from(`2001:db8::${i.toString(16)}`)).status, 401);
  assert.equal((await from('2001:db8::ffff')).status, 429);
  assert.equal((await from('2001:db8:0:1::1')).status, 401);
});

test('an organization may have a limit of its own', async (t) => {
  const service = await startService(t);
  const organization = await service.world.addOrganization('slow-lane', { rateLimitPerMinute: 7 });
  const { stranger } = service.world.people;
  await service.world.addMember(organization, stranger, 'owner');
  const { key } = await service.world.addKey({ organization, creator: stranger });
  const { headers } = await service.call('GET', PATH, { key });
  assert.equal(headers['x-ratelimit-limit'], '7');
  assert.deepEqual(await burst(service, key, 10), { admitted: 6, refused: 4 });
});

test('two processes on one database admit exactly the limit together', async (t) => {
  const { clock, limiters } = await limitersOn(t, 2);
  const takes = Array.from({ length: 900 }, (_, turn) => limiters[turn % 2]?.take('both', LIMIT));
  const admitted = (await Promise.all(takes)).filter((allowance) => allowance?.allowed).length;
  assert.equal(admitted, LIMIT);
  clock.turn({ seconds: 2 });
  assert.equal(await admittedBy(limiters, 'both', 40), 10);
});

test('what one process took and did not use is not admitted a second time', async (t) => {
  const { clock, limiters } = await limitersOn(t, 2);
  const [idle, busy] = limiters;
  assert.ok(idle && busy);
  assert.equal(await admittedBy([idle], 'shared', 40), 40);
  clock.turn({ minutes: 2 });
  assert.equal(await admittedBy([busy], 'shared', 400), LIMIT);
  assert.equal(await admittedBy([idle], 'shared', 40), 0);
});

test('what one process took and did not use comes back to the others', async (t) => {
  const { clock, limiters } = await limitersOn(t, 2);
  const [idle, busy] = limiters;
  assert.ok(idle && busy);
  await admittedBy([idle], 'shared', 40);
  clock.turn({ seconds: 61 });
  assert.equal(await admittedBy([busy], 'shared', 400), LIMIT);
});

test('a process that died takes no allowance with it for longer than a minute, however busy the others are', async (t) => {
  const { clock, limiters } = await limitersOn(t, 4);
  const [survivor, ...dying] = limiters;
  assert.ok(survivor);
  for (const limiter of dying) assert.equal(await admittedBy([limiter], 'shared', 40), 40);
  for (let second = 0; second < 120; second += 1) {
    clock.turn({ seconds: 1 });
    assert.equal(await admittedBy([survivor], 'shared', 2), 2);
  }
  clock.turn({ seconds: 1 });
  assert.equal(await admittedBy([survivor], 'shared', 400), LIMIT);
});

test('a caller below the limit is never refused, in whatever rhythm it calls', async (t) => {
  const { clock, limiters } = await limitersOn(t, 1);
  for (const [seconds, requests] of [
    [1, 1],
    [0.25, 1],
    [0.21, 1],
    [1, 5],
    [3, 15],
    [13, 65],
    [1.1, 5],
    [30, 150],
  ] as const) {
    const holder = `every ${seconds} s, ${requests}`;
    let remaining = LIMIT;
    for (let turn = 0; turn < 400 / seconds / 4; turn += 1) {
      for (let i = 0; i < requests; i += 1) {
        const allowance = await limiters[0]?.take(holder, LIMIT);
        assert.ok(allowance?.allowed, `${holder}: refused at turn ${turn}`);
        remaining = Math.min(remaining, allowance.remaining);
      }
      clock.turn({ seconds });
    }
    assert.ok(remaining >= LIMIT - requests - 5, `${holder}: ${remaining} remained`);
  }
});

test('no window of time sees more than the limit and what refilled meanwhile, over any number of processes', async (t) => {
  const { clock, limiters } = await limitersOn(t, 3);
  let run = 0;
  const step = fc.record({
    process: fc.nat(2),
    requests: fc.integer({ min: 1, max: 60 }),
    pause: fc.constantFrom(0, 0, 0.3, 0.9, 1, 4, 20, 70),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      run += 1;
      const admitted: number[] = [];
      for (const { process, requests, pause } of steps) {
        const limiter = limiters[process];
        assert.ok(limiter);
        const count = await admittedBy([limiter], `run ${run}`, requests);
        for (let i = 0; i < count; i += 1) admitted.push(clock.now() / 1000);
        clock.turn({ seconds: pause });
      }
      for (const [first, from] of admitted.entries()) {
        for (const [offset, to] of admitted.slice(first).entries()) {
          assert.ok(offset + 1 <= 60 + (to - from) + 1e-6, `${offset + 1} within ${to - from} s`);
        }
      }
    }),
    { seed: 4, numRuns: 60 },
  );
});

test('a clock that was hours ahead for a moment keeps nobody waiting, at no process', async (t) => {
  const { url } = await freshDatabase(t);
  const clocks = [new WrongClock(), new WrongClock()] as const;
  const databases = clocks.map(() => openDatabase({ url, poolSize: 1 }));
  t.after(async () => {
    for (const database of databases) await database.close();
  });
  const limiters = databases.map(({ hot }, index) => new RateLimiter(hot, clocks[index] ?? clocks[0]));
  const [wrong, right] = limiters;
  assert.ok(wrong && right);
  clocks[0].aheadMs = 8 * DAY_MS;
  for (const holder of ['busy', 'used up']) await wrong.take(holder, LIMIT);
  while ((await wrong.take('used up', LIMIT)).allowed);
  clocks[0].aheadMs = 0;
  await sleep(1_500);
  for (const limiter of limiters) {
    assert.ok((await limiter.take('busy', LIMIT)).allowed);
    assert.ok((await limiter.take('used up', LIMIT)).allowed, 'it has filled by seconds, as ever');
  }
});

test('what an earlier process noted ahead is void', async (t) => {
  const { limiters, clock } = await limitersOn(t, 2);
  clock.turn({ hours: 200 });
  while ((await limiters[0]?.take('key', LIMIT))?.allowed);
  clock.turn({ hours: -200 });
  for (const limiter of limiters) assert.ok((await limiter.take('key', LIMIT)).allowed);
});

async function burst(service: RunningService, key: string, count: number) {
  const answers = await Promise.all(Array.from({ length: count }, () => service.call('GET', PATH, { key })));
  const admitted = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  return { admitted, refused };
}

async function limitersOn(t: Cleaned, processes: number) {
  const { url } = await freshDatabase(t);
  const clock = new TurnableClock();
  const databases = Array.from({ length: processes }, () => openDatabase({ url, poolSize: 1 }));
  t.after(async () => {
    for (const database of databases) await database.close();
  });
  return { clock, limiters: databases.map(({ hot }) => new RateLimiter(hot, clock)) };
}

async function admittedBy(limiters: readonly RateLimiter[], holder: string, count: number): Promise<number> {
  let admitted = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const allowance = await limiters[turn % limiters.length]?.take(holder, holder.startsWith('run') ? 60 : LIMIT);
    if (allowance?.allowed) admitted += 1;
  }
  return admitted;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PersonCeiling } from '../../src/gate/person-ceiling.ts';
import { startService } from '../harness/service.ts';

const RATE = 6;

test('the keys of one person together send ten times what one may, and others are not concerned', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: RATE } });
  const { world, clock } = service;
  const [person, other] = [await world.addPerson('many-keys'), await world.addPerson('one-key')];
  for (const one of [person, other]) await world.addMember(world.harbor, one, 'member');
  const keyOf = async (creator: typeof person) => (await world.addKey({ creator, scopes: ['campaigns:read'] })).key;
  const keys = await Promise.all(Array.from({ length: 12 }, () => keyOf(person)));
  const ask = (key: string) => service.call('GET', '/v1/organizations/_/campaigns', { key });
  const statuses: number[] = [];
  for (const key of keys) for (let times = 0; times < RATE; times += 1) statuses.push((await ask(key)).status);
  assert.equal(statuses.filter((status) => status === 200).length, 10 * RATE);
  const refused = await ask(keys.at(-1) ?? '');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await ask(await keyOf(other))).status, 200);
  clock.turn({ seconds: 30 });
  assert.equal((await ask(keys.at(-1) ?? '')).status, 200);
});

test('what a key is refused counts for nobody else, and people are not held up by what their keys do', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: RATE } });
  const { world } = service;
  const person = await world.addPerson('runaway');
  await world.addMember(world.harbor, person, 'member');
  const keys = [];
  for (let made = 0; made < 11; made += 1) {
    keys.push((await world.addKey({ creator: person, scopes: ['campaigns:read'] })).key);
  }
  const [runaway = '', steady = '', ...others] = keys;
  const ask = (key: string) => service.call('GET', '/v1/organizations/_/campaigns', { key });
  for (let times = 0; times < 20 * RATE; times += 1) await ask(runaway);
  assert.equal((await ask(steady)).status, 200);
  for (const key of others) for (let times = 0; times < RATE; times += 1) await ask(key);
  assert.equal((await ask(steady)).status, 429);
  assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie: person.cookie })).status, 200);
});

test('what was used is there again within a minute', () => {
  const ceiling = new PersonCeiling();
  for (let times = 0; times < 100; times += 1) assert.equal(ceiling.take('credentials', 1, 10, 0), undefined);
  assert.deepEqual(ceiling.take('credentials', 1, 10, 0), {
    allowed: false,
    limit: 100,
    remaining: 0,
    resetAt: 60,
    retryAfter: 1,
  });
  for (let times = 0; times < 50; times += 1) assert.equal(ceiling.take('credentials', 1, 10, 30_000), undefined);
  assert.equal(ceiling.take('credentials', 1, 10, 30_000)?.allowed, false);
});

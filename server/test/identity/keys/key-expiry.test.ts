import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { schedule } from '../../../catalogue.ts';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { warnOfKeyExpiry } from '../../../src/identity/keys/key-expiry.ts';
import { revokeApiKey } from '../../../src/identity/keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../src/identity/keys/rotate-api-key.ts';
import { removeMember } from '../../../src/identity/members/remove-member.ts';
import { call, DAY, newWorld, type World, workOf } from '../world.ts';

const HOUR = DAY / 24;

function hourly(world: World) {
  return warnOfKeyExpiry.run({}, null, workOf(world));
}

async function subjects(world: World) {
  return (await world.emails()).map(({ to, subject }) => [to, subject.replace(/ending in \w{4}/, 'ending in …')]);
}

const in30 = ['mia@acme.test', 'API key ending in … expires in 30 days'];
const in7 = ['mia@acme.test', 'API key ending in … expires in 7 days'];

suite('Key expiry emails', () => {
  test('the creator is emailed 30 days and 7 days before expiry, once each', async (t) => {
    const world = await newWorld(t);
    await world.person('olga', 'owner');
    const key = await world.newKey(await world.person('mia', 'member'));
    world.turn(335 * DAY - HOUR);
    await hourly(world);
    assert.deepEqual(await subjects(world), []);
    world.turn(HOUR);
    await Promise.all([hourly(world), hourly(world)]);
    await hourly(world);
    assert.deepEqual(await subjects(world), [in30]);
    for (let day = 0; day < 22; day += 1) {
      world.turn(DAY);
      await hourly(world);
    }
    assert.deepEqual(await subjects(world), [in30]);
    world.turn(DAY);
    await Promise.all([hourly(world), hourly(world)]);
    world.turn(HOUR);
    await hourly(world);
    assert.deepEqual(await subjects(world), [in30, in7]);
    world.turn(7 * DAY);
    await hourly(world);
    assert.equal((await world.emails()).length, 2);
    const [first] = await world.emails();
    assert.ok(
      first?.text.includes('2027-03-10') && first.text.includes(key.last_four) && first.text.includes(key.name),
    );
  });

  test('after an outage over both days only the last email is sent', async (t) => {
    const world = await newWorld(t);
    await world.newKey(await world.person('mia', 'member'));
    world.turn(362 * DAY);
    await hourly(world);
    await hourly(world);
    assert.deepEqual(await subjects(world), [in7]);
  });

  test('nobody is emailed about a key that was rotated or revoked or has stopped working', async (t) => {
    const world = await newWorld(t);
    const olga = await world.person('olga', 'owner');
    const mia = await world.person('mia', 'member');
    const max = await world.person('max', 'member');
    const rotated = await world.newKey(mia);
    const revoked = await world.newKey(mia);
    await world.newKey(max);
    await call(revokeApiKey, { key_id: revoked.id }, await world.as(mia));
    await call(removeMember, { person_id: max }, await world.as(olga));
    world.turn(340 * DAY);
    await call(rotateApiKey, { key_id: rotated.id }, await world.as(mia));
    await hourly(world);
    assert.deepEqual(await world.emails(), []);
  });

  test('more keys than one page holds are all told of', async (t) => {
    const world = await newWorld(t);
    for (const name of ['ada', 'ben', 'cem', 'dan', 'eva']) {
      const context = await world.as(await world.person(name, 'member'));
      for (let i = 0; i < 41; i += 1) await call(createApiKey, { name: `k${i}`, scopes: ['campaigns:read'] }, context);
    }
    world.turn(340 * DAY);
    await hourly(world);
    assert.equal((await world.emails()).length, 205);
  });

  test('the schedule looks every hour', () => {
    const entry = schedule.find(({ type }) => type === 'warn_of_key_expiry');
    assert.match(entry?.cron ?? '', /^\d+ \* \* \* \*$/);
  });
});

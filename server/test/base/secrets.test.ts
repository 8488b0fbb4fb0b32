import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rotateSecret, SharedSecrets } from '../../src/base/secrets.ts';
import { freshDatabase } from '../harness/database.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';

test('processes that ask for a secret at once get the same one, and each name has its own', async (t) => {
  const { database } = await freshDatabase(t);
  const clock = new TurnableClock();
  const open = (name: string) => SharedSecrets.open(database, clock, name);
  const asked = await Promise.all(Array.from({ length: 8 }, () => open('signing')));
  assert.equal(new Set(asked.map(({ signing }) => signing.toString('hex'))).size, 1);
  assert.equal(asked[0]?.signing.length, 32);
  assert.notDeepEqual((await open('other')).signing, asked[0]?.signing);
});

test('a rotated secret signs once every process has had time to learn of it, and the old one is accepted for 30 days', async (t) => {
  const { database } = await freshDatabase(t);
  const clock = new TurnableClock();
  const [one, late] = [
    await SharedSecrets.open(database, clock, 'signing'),
    await SharedSecrets.open(database, clock, 'signing'),
  ];
  const before = one.signing;
  await rotateSecret(database, 'signing', { now: clock.now(), old: 'accept' });
  await one.lookAgain();
  assert.deepEqual(one.signing, before, 'not yet: others could not read it');
  assert.equal(one.accepted.length, 2);
  clock.turn({ minutes: 3 });
  await late.lookAgain();
  assert.notDeepEqual(one.signing, before);
  assert.deepEqual(late.signing, one.signing);
  assert.deepEqual(one.accepted, [one.signing, before]);
  clock.turn({ hours: 30 * 24 });
  assert.deepEqual(one.accepted, [one.signing]);
});

test('where the old ones are to be refused, the new one signs at once and alone', async (t) => {
  const { database } = await freshDatabase(t);
  const clock = new TurnableClock();
  const secrets = await SharedSecrets.open(database, clock, 'signing');
  const before = secrets.signing;
  await rotateSecret(database, 'signing', { now: clock.now(), old: 'accept' });
  clock.turn({ minutes: 1 });
  await rotateSecret(database, 'signing', { now: clock.now(), old: 'refuse' });
  await secrets.lookAgain();
  assert.deepEqual(secrets.accepted, [secrets.signing]);
  assert.notDeepEqual(secrets.signing, before);
});

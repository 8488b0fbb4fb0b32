import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { placeOfAddress } from '../../../src/base/address-group.ts';
import { Refusal } from '../../../src/base/errors.ts';
import { Turns } from '../../../src/base/turns.ts';
import { PASSWORDS } from '../../../src/identity/sign-in/password-turns.ts';
import { takeTurn } from '../../../src/identity/sign-in/sign-in-pace.ts';
import { PASSWORD_PACE } from '../../../src/identity/sign-in/sign-in-turn.ts';
import { newWorld, type World } from '../world.ts';

const ASKS_EVERY_MS = 250;
const ATTACKED_BEFORE_ASKS = 240;
const OWNER = '203.0.113.9';
const hex = (number: number) => number.toString(16);

/** Where the guesses come from, and within how many seconds the owner's turn comes all the same. */
const ATTACKS: [name: string, from: (guess: number) => string, within: number][] = [
  ['the 256 lines of a /56', (i) => `2001:db8:1:${hex(i % 256)}::1`, 10],
  ['four /48s', (i) => `2001:db8:${hex(i % 4)}:${hex(i % 65_536)}::1`, 60],
  ['the 256 addresses of an IPv4 /24', (i) => `192.0.2.${i % 256}`, 10],
];

for (const [name, from, within] of ATTACKS) {
  test(`the owner signs in at a new address while ${name} guess, four times a second`, async (t) => {
    for (const attackedBefore of [20, 40, ATTACKED_BEFORE_ASKS]) {
      const world = await newWorld(t);
      const guess = guesses(world, from);
      for (let i = 0; i < attackedBefore; i += 1) await guess();
      const waited = await honestly(world, OWNER, guess);
      assert.ok(waited <= within * 1000, `after ${attackedBefore} guesses the owner waited ${waited} ms`);
    }
  });
}

test('an owner who mistyped comes to their turn too, among those who guess', async (t) => {
  const world = await newWorld(t);
  const guess = guesses(world, (i) => `2001:db8:1:${hex(i % 256)}::1`);
  for (let i = 0; i < 3; i += 1) await ask(world, OWNER);
  for (let i = 0; i < ATTACKED_BEFORE_ASKS; i += 1) await guess();
  assert.ok((await honestly(world, OWNER, guess)) <= 30_000);
});

test('an owner whose neighbour guesses comes to their turn too', async (t) => {
  const world = await newWorld(t);
  const guess = guesses(world, (i) => `203.0.113.${10 + (i % 3)}`);
  for (let i = 0; i < ATTACKED_BEFORE_ASKS; i += 1) await guess();
  assert.ok((await honestly(world, OWNER, guess)) <= 30_000);
});

test('whoever was given a place has it for a while after its time, once', async (t) => {
  const world = await newWorld(t);
  const guess = guesses(world, (i) => `2001:db8:${hex(i % 64)}:1::1`);
  for (let i = 0; i < 120; i += 1) await guess();
  const told = await ask(world, OWNER);
  assert.ok('askAgainAt' in told);
  assert.deepEqual(await ask(world, OWNER), told, 'asking early neither loses the place nor gives another');
  world.turn(told.askAgainAt - world.now() + 30_000);
  const late = await ask(world, OWNER);
  assert.ok('at' in late && late.at === world.now(), JSON.stringify(late));
});

test('what is kept of an account stays few, from however many networks it is asked for', async (t) => {
  const world = await newWorld(t);
  for (let i = 0; i < 700; i += 1) await ask(world, `2001:${hex(i)}::1`);
  const { tries } = await world.tries();
  assert.ok(tries < 500, `${tries} are kept`);
});

const account = createHash('sha256').update('mia@acme.test').digest();

type Told = { at: number } | { askAgainAt: number };

async function ask(world: World, ip: string): Promise<Told> {
  try {
    const { at } = await takeTurn(world.anybody(ip), account, { isKnown: false, pace: PASSWORD_PACE });
    return { at };
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return { askAgainAt: world.now() + 1000 * Number(error.headers['retry-after']) };
  }
}

/** One guess after the other, each from the next address; time goes on between them. */
function guesses(world: World, from: (guess: number) => string): () => Promise<void> {
  let guess = 0;
  return async () => {
    await ask(world, from(guess++));
    world.turn(ASKS_EVERY_MS);
  };
}

/** How long it takes whoever asks again when they were told to, and not before, to come to their turn. */
async function honestly(world: World, ip: string, meanwhile: () => Promise<void>): Promise<number> {
  const began = world.now();
  while (world.now() - began < 5 * 60_000) {
    const told = await ask(world, ip);
    if ('at' in told) return told.at - began;
    while (world.now() < told.askAgainAt) await meanwhile();
  }
  return Number.POSITIVE_INFINITY;
}

test('a network that asks for many password checks has those of others wait for two of its own at most', async () => {
  for (const from of [(i: number) => `2001:db8:1:${hex(i)}::1`, (i: number) => `192.0.2.${i}`]) {
    const turns = new Turns();
    const served: string[] = [];
    const check = (ip: string) =>
      turns.take(PASSWORDS, placeOfAddress(ip), async () => {
        served.push(ip);
        await setImmediate();
      });
    const flood = Array.from({ length: 256 }, (_, i) => check(from(i)).catch(() => {}));
    await Promise.all([...flood, check(OWNER), check('2001:db8:2::1')]);
    assert.ok(served.indexOf(OWNER) <= 4 && served.indexOf('2001:db8:2::1') <= 5, served.slice(0, 8).join());
  }
});

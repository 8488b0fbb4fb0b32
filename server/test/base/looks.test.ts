import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aRound, setTimeout as sleep } from 'node:timers/promises';
import { look } from '../../src/base/looks.ts';
import { Turns } from '../../src/base/turns.ts';

const LONG_MS = 5_000;

test('an organization has two looks under way, whatever lines they came by; another’s are beside them', async () => {
  const turns = new Turns();
  const underWay: string[] = [];
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const looks = ['detectors', 'impacts', 'impacts of large campaigns', 'detectors of vast campaigns'].flatMap(
    (name) => {
      const line = { name, atOnce: 3, atOnceOfOne: 2, mostWaitingOfOne: 9, waitsMs: 1_000, refusal: 'Too many.' };
      return ['1', '1', '2'].map((holder) =>
        look(turns, { line, place: { holder } }, async () => {
          underWay.push(holder);
          await end;
        }),
      );
    },
  );
  await aRound();
  assert.deepEqual(underWay.toSorted(), ['1', '1', '2', '2']);
  endAll();
  await Promise.all(looks);
  assert.equal(turns.size, 0);
});

test('what an organization asks of one kind keeps nobody of it from another kind, nor a colleague from the same', async () => {
  const turns = new Turns();
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const lineOf = (name: string) => ({
    name,
    atOnce: 3,
    atOnceOfOne: 1,
    mostWaitingOfOne: 3,
    waitsMs: 1_000,
    refusal: 'Too many.',
  });
  const asked = (name: string, part: string, work = () => end) =>
    look(turns, { line: lineOf(name), place: { holder: '1', part } }, work);
  const flood = Promise.allSettled(Array.from({ length: 30 }, () => asked('lists', 'mina')));
  await aRound();
  let weighed = false;
  await asked('impacts', 'olga', async () => {
    weighed = true;
  });
  assert.ok(weighed, 'a flood of one kind takes one of the two places');
  const colleague = asked('lists', 'olga', async () => {});
  endAll();
  await colleague;
  assert.equal((await flood).filter(({ status }) => status === 'rejected').length, 30 - 1 - 3 + 1);
  assert.equal(turns.size, 0);
});

test('a look waits no longer in all its lines than it would in its own', async () => {
  const turns = new Turns();
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const lineOf = (name: string) => ({ name, atOnceOfOne: 2, mostWaitingOfOne: 9, waitsMs: 50, refusal: 'Too many.' });
  const place = { holder: '1' };
  const others = [1, 2].map(() => look(turns, { line: lineOf('lists'), place }, () => end));
  const late = look(turns, { line: lineOf('impacts'), place }, async () => 'looked').catch(({ code }) => code);
  assert.equal(await Promise.race([late, sleep(LONG_MS, 'waits')]), 'rate_limited');
  endAll();
  await Promise.all(others);
  assert.equal(turns.size, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aheadOfLongWork, comesNow } from '../../src/base/lately-come.ts';
import { LongWork } from '../../src/base/long-work.ts';

/** Long work rests for so long for those who have come just now, and for longer ones not at all. */
const RESTS_AT_LEAST_MS = 10;
const NO_LONGER_SHORT_MS = 40;
const NO_LONGER_A_CHANGE_MS = 320;

async function restedFor(): Promise<number> {
  const work = new LongWork();
  const began = performance.now();
  await work.giveWay();
  return performance.now() - began;
}

/** Machines have pauses of their own: the shortest of a few tells. */
async function shortest(rest: () => Promise<number>): Promise<number> {
  const rests: number[] = [];
  for (let round = 0; round < 5; round += 1) rests.push(await rest());
  return Math.min(...rests);
}

test('long work rests while somebody who came just now waits', async () => {
  const rested = await shortest(async () => {
    const answered = comesNow();
    const rest = await restedFor();
    answered();
    return rest;
  });
  assert.ok(rested >= RESTS_AT_LEAST_MS, `${rested} ms`);
});

test('it goes on as soon as they are answered', async () => {
  const rested = await shortest(async () => {
    const answered = comesNow();
    setTimeout(answered, 2);
    return restedFor();
  });
  assert.ok(rested < RESTS_AT_LEAST_MS, `${rested} ms`);
});

test('it does not rest for nobody, nor for what takes long itself', async () => {
  assert.ok((await shortest(restedFor)) < RESTS_AT_LEAST_MS);
  const answered = comesNow();
  await sleep(NO_LONGER_SHORT_MS);
  assert.ok((await shortest(restedFor)) < RESTS_AT_LEAST_MS);
  answered();
});

test('it rests for a change that is being made, and no longer than a change may take', async () => {
  const { promise: end, resolve: made } = Promise.withResolvers<void>();
  const change = aheadOfLongWork(() => end);
  await sleep(NO_LONGER_SHORT_MS);
  assert.ok((await shortest(restedFor)) >= RESTS_AT_LEAST_MS);
  await sleep(NO_LONGER_A_CHANGE_MS);
  assert.ok((await shortest(restedFor)) < RESTS_AT_LEAST_MS);
  made();
  await change;
  const failing = aheadOfLongWork(async () => {
    throw new Error('refused');
  });
  await assert.rejects(failing);
  assert.ok((await shortest(restedFor)) < RESTS_AT_LEAST_MS);
});

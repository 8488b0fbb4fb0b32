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
async function shortest(rest: () => Promise<number>, rounds = 20): Promise<number> {
  const rests: number[] = [];
  for (let round = 0; round < rounds; round += 1) rests.push(await rest());
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
  assert.ok((await shortest(restedFor, 3)) >= RESTS_AT_LEAST_MS);
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

/** Does long work of so many pieces, each of which takes its turn. */
async function longWork(pieces: number, ofPiece = () => {}): Promise<void> {
  const work = new LongWork();
  for (let piece = 0; piece < pieces; piece += 1) {
    while (!work.hadItsTurn);
    ofPiece();
    await work.giveWay();
  }
}

test('what is over soon goes ahead of what has had long', async () => {
  let pieces = 0;
  const { promise: hadLong, resolve } = Promise.withResolvers<void>();
  const vast = Array.from({ length: 4 }, () =>
    longWork(40, () => {
      pieces += 1;
      if (pieces === 100) resolve();
    }),
  );
  await hadLong;
  await longWork(5);
  // One after the other, each of its pieces would wait for one of each of the four.
  assert.ok(pieces <= 100 + 5 + 1, `${pieces - 100} pieces of others`);
  await Promise.all(vast);
});

/** Long work that goes on and on until it is told that enough was seen. */
async function beside(others: (count: () => void) => Promise<void>, own: () => Promise<void>): Promise<number> {
  let pieces = 0;
  let isOver = false;
  const streams = Array.from({ length: 2 }, async () => {
    while (!isOver) await others(() => (pieces += 1));
  });
  await own();
  isOver = true;
  await Promise.all(streams);
  return pieces;
}

test('what has had long gets its share of a third of all pieces, whatever others bring again and again', async () => {
  const others = await beside(
    (count) => longWork(5, count),
    () => longWork(40),
  );
  assert.ok(others > 40, `${others} pieces of others: whoever has had less goes ahead`);
  assert.ok(others <= 40 * 5 + 15, `${others} pieces of others`);
});

test('what is no change gets its share beside long changes', async () => {
  const others = await beside(
    (count) => aheadOfLongWork(() => longWork(30, count)),
    () => longWork(20),
  );
  assert.ok(others <= 20 * 5 + 60 + 5, `${others} pieces of changes`);
});

test('what is itself part of a change rests for no change, and goes ahead of all that is none', async () => {
  const { promise: end, resolve: made } = Promise.withResolvers<void>();
  const other = aheadOfLongWork(() => end);
  await sleep(NO_LONGER_SHORT_MS);
  assert.ok((await shortest(() => aheadOfLongWork(restedFor))) < RESTS_AT_LEAST_MS);
  made();
  await other;
  let pieces = 0;
  const countOne = () => {
    pieces += 1;
  };
  const fresh = Array.from({ length: 10 }, () => longWork(2, countOne));
  await aheadOfLongWork(() => longWork(10));
  assert.ok(pieces < 20, 'however much of it the change has had');
  await Promise.all(fresh);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { look } from '../../src/base/looks.ts';
import { Turns } from '../../src/base/turns.ts';

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

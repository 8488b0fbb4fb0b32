import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { openDatabase } from '../../src/base/database.ts';
import { look } from '../../src/base/looks.ts';
import { Turns } from '../../src/base/turns.ts';

const NOWHERE = 'postgres://localhost:1/nowhere';

test('an organization has two looks under way, whatever lines they came by; another’s are beside them', async (t) => {
  const database = openDatabase({ url: NOWHERE });
  t.after(() => database.close());
  const turns = new Turns();
  const underWay: string[] = [];
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const looks = ['detectors', 'impacts', 'impacts of large campaigns', 'detectors of vast campaigns'].flatMap(
    (name) => {
      const line = { name, atOnceOfOne: 2, mostWaitingOfOne: 9, waitsMs: 1_000, refusal: 'Too many.' };
      return ['1', '1', '2'].map((holder) =>
        turns.take(line, { holder }, () =>
          look({ turns, database }, { holder }, async () => {
            underWay.push(holder);
            await end;
          }),
        ),
      );
    },
  );
  await aRound();
  assert.deepEqual(underWay.toSorted(), ['1', '1', '2', '2']);
  endAll();
  await Promise.all(looks);
  assert.equal(turns.size, 0);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { AtWork } from '../../src/base/at-work.ts';
import { KeepingBusy } from '../../src/base/keeping-busy.ts';
import { LightTurns } from '../../src/base/light-turns.ts';

/** Light statements that end when they are told to. */
function asking({ others }: { others: boolean }) {
  const atWork = new AtWork();
  const busy = new KeepingBusy(atWork);
  const light = new LightTurns(atWork, busy);
  const underWay: { who: string; end: () => void }[] = [];
  const begun: string[] = [];
  if (others) atWork.came('2');
  atWork.came('1');
  return {
    busy,
    begun,
    ask: (times: number, holder: string, part = '') =>
      Array.from({ length: times }, () =>
        light.take({ holder, part }, () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          underWay.push({ who: holder, end: resolve });
          begun.push(`${holder}${part}`);
          return promise;
        }),
      ),
    countOf: (holder: string) => underWay.filter(({ who }) => who === holder).length,
    endOne: async () => {
      underWay.shift()?.end();
      await aRound();
    },
    endAll: async () => {
      for (; underWay.length > 0; await aRound()) for (const { end } of underWay.splice(0)) end();
    },
  };
}

describe('light statements', () => {
  test('of who is at work alone are under way together', async () => {
    const { ask, countOf, endAll } = asking({ others: false });
    const all = ask(40, '1');
    assert.equal(countOf('1'), 40);
    await endAll();
    await Promise.all(all);
  });

  test('of who opens a page beside others are under way by fours', async () => {
    const { ask, countOf, endAll } = asking({ others: true });
    const all = ask(8, '1');
    assert.equal(countOf('1'), 4);
    await endAll();
    await Promise.all(all);
  });

  test('of who asks for more than pages do beside others come one by one, until little of it is left', async () => {
    const { ask, countOf, endOne, endAll, begun } = asking({ others: true });
    const all = [...ask(100, '1'), ...ask(4, '2')];
    for (let ended = 0; ended < 20; ended += 1) await endOne();
    assert.equal(countOf('1'), 1);
    await endAll();
    await Promise.all(all);
    assert.equal(begun.length, 104);
  });

  test('of who keeps the database busy beside others come one by one', async () => {
    const { busy, ask, countOf, endAll } = asking({ others: true });
    for (let page = 0; page < 10; page += 1) busy.had('1', 300);
    const all = ['1', '2'].flatMap((holder) => ask(4, holder));
    assert.deepEqual([countOf('1'), countOf('2')], [1, 4]);
    await endAll();
    await Promise.all(all);
  });

  test('of the people of an organization take turns, however many one of them has waiting', async () => {
    const { ask, begun, endAll } = asking({ others: true });
    const all = [...ask(50, '1', 'a'), ...ask(2, '1', 'b')];
    await endAll();
    await Promise.all(all);
    assert.ok(begun.lastIndexOf('1b') <= 10, `the second of b came as number ${begun.lastIndexOf('1b')}`);
  });
});

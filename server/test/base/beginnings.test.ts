import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { Beginnings } from '../../src/base/beginnings.ts';
import { KeepingBusy } from '../../src/base/keeping-busy.ts';

function beginning({ others = true, work = () => {} } = {}) {
  const busy = new KeepingBusy();
  if (others) busy.came('2');
  busy.came('1');
  const beginnings = new Beginnings(busy);
  const begun: string[] = [];
  const begin = async (holder: string, part = '') => {
    const waits = beginnings.begin({ holder, part });
    if (waits) await waits;
    begun.push(`${holder}${part}`);
    work();
  };
  return { beginnings, begun, begin };
}

describe('requests that come at once', () => {
  test('begin one of each holder in a round, and where nobody else has one, at once', async () => {
    const { beginnings, begun, begin } = beginning();
    const all = [...Array.from({ length: 5 }, () => begin('1')), begin('2')];
    assert.deepEqual(begun, ['1', '2']);
    await aRound();
    assert.deepEqual(begun, ['1', '2', '1']);
    const late = begin('2');
    assert.deepEqual(begun, ['1', '2', '1', '2'], 'whoever comes meanwhile waits for nobody else');
    await Promise.all([...all, late]);
    assert.equal(begun.length, 7);
    await aRound();
    assert.equal(beginnings.size, 0, 'nothing is kept of who has nothing left');
  });

  test('begin at once where one organization alone is at work, so that what they ask is asked together', () => {
    const { begun, begin } = beginning({ others: false });
    for (let count = 0; count < 20; count += 1) void begin('1');
    assert.equal(begun.length, 20);
  });

  test('begin for the people of a holder in turns', async () => {
    const { begun, begin } = beginning();
    await Promise.all([...Array.from({ length: 20 }, () => begin('1', 'a')), begin('1', 'b'), begin('1', 'b')]);
    assert.ok(begun.lastIndexOf('1b') <= 5, begun.join(' '));
  });

  test('wait for connections that come in, and for these no more than a few rounds', async () => {
    const { beginnings, begun, begin } = beginning();
    const first = begin('1');
    const second = begin('1');
    for (let rounds = 0; rounds < 8; rounds += 1) {
      beginnings.connectionCame();
      await aRound();
      assert.deepEqual(begun, ['1'], `round ${rounds}`);
    }
    beginnings.connectionCame();
    await aRound();
    await Promise.all([first, second]);
    assert.deepEqual(begun, ['1', '1']);
  });

  test('leave half of the time to others where one organization crowds the process, and take all of it alone', async (t) => {
    const WORK_MS = 4;
    let active = 0;
    let idle = 0;
    t.mock.method(performance, 'eventLoopUtilization', (since?: { idle: number; active: number }) => ({
      idle: idle - (since?.idle ?? 0),
      active: active - (since?.active ?? 0),
    }));
    const { begun, begin } = beginning({ work: () => (active += WORK_MS) });
    const crowd = async (holders: string[]) => {
      const began = idle + active;
      const passing = setInterval(() => (idle += 1), 1);
      await Promise.all(holders.flatMap((holder) => Array.from({ length: 40 }, () => begin(holder))));
      clearInterval(passing);
      return (idle + active - began) / (begun.splice(0).length * WORK_MS);
    };
    const share = await crowd(['1']);
    assert.ok(share > 1.6 && share < 3, `beside others 40 took ${share} times their work`);
    const both = await crowd(['1', '2']);
    assert.ok(both < 1.4, `two that ask alike took ${both} times their work`);
    const later = performance.now() + 20_000;
    t.mock.method(performance, 'now', () => later);
    const alone = await crowd(['1']);
    assert.ok(alone < 1.4, `alone 40 took ${alone} times their work`);
  });
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { AtWork } from '../../src/base/at-work.ts';
import { Beginnings } from '../../src/base/beginnings.ts';

function beginning({ others = true, work = () => {} } = {}) {
  const atWork = new AtWork();
  if (others) atWork.came('2');
  const beginnings = new Beginnings(atWork);
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

  test('begin for those within a part in turns as well', async () => {
    const { beginnings } = beginning();
    const begun: string[] = [];
    const begin = async (part: string, within: string) => {
      await beginnings.begin({ holder: '1', part, within });
      begun.push(`${part}${within}`);
    };
    const all = ['first', ...Array.from({ length: 10 }, () => 'flood'), 'other', 'other'];
    await Promise.all([...all.map((within) => begin('a', within)), begin('b', 'x'), begin('b', 'x')]);
    assert.deepEqual(begun.slice(0, 7), ['afirst', 'aflood', 'bx', 'aother', 'bx', 'aflood', 'aother']);
    assert.equal(begun.length, 15);
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

  test('begin no more for whoever has gone away, who waits for nothing any longer', async () => {
    const { beginnings, begun, begin } = beginning();
    const goes: (() => void)[] = [];
    const leaves = Array.from({ length: 5 }, () => {
      const whenGone = (then: () => void) => {
        goes.push(then);
        return () => {};
      };
      return beginnings.begin({ holder: '1', part: 'a' }, whenGone);
    });
    const stays = begin('1', 'b');
    for (const go of goes) go();
    assert.equal(beginnings.waiting, 1);
    assert.deepEqual(await Promise.all(leaves), [undefined, false, false, false, false]);
    await stays;
    assert.deepEqual(begun, ['1b']);
    await aRound();
    await aRound();
    assert.equal(beginnings.size, 0);
  });

  test('look no longer for who goes away once it is their turn', async () => {
    const { beginnings } = beginning();
    let listened = 0;
    const whenGone = () => {
      listened += 1;
      return () => {
        listened -= 1;
      };
    };
    const waits = Array.from({ length: 3 }, () => beginnings.begin({ holder: '1' }, whenGone));
    assert.equal(listened, 2, 'the first waits for nothing');
    assert.deepEqual(await Promise.all(waits), [undefined, true, true]);
    assert.equal(listened, 0);
  });

  test('begin all at once where the process ends', async () => {
    const { beginnings, begun, begin } = beginning();
    const all = Promise.all(Array.from({ length: 50 }, () => begin('1')));
    beginnings.end();
    await all;
    assert.equal(begun.length, 50);
    assert.equal(beginnings.begin({ holder: '1' }), undefined);
  });

  test('leave a third of the time to others where holders crowd the process, and take all of it alone', async (t) => {
    const { begun, begin } = beginning({ work: passing(t) });
    const crowd = async (...holders: string[]) => {
      const began = spent();
      await Promise.all(holders.flatMap((holder) => Array.from({ length: 40 }, () => begin(holder))));
      return (spent() - began) / (begun.splice(0).length * WORK_MS);
    };
    const share = await crowd('1');
    assert.ok(share > 1.3 && share < 2, `beside others 40 took ${share} times their work`);
    const three = await crowd('1', '2', '3');
    assert.ok(three < 1.25, `three that ask alike took ${three} times their work`);
    await begin('4');
    const beside = await crowd('1', '2', '3');
    assert.ok(beside > 1.3 && beside < 2, `beside another, three took ${beside} times their work`);
    const later = performance.now() + 20_000;
    t.mock.method(performance, 'now', () => later);
    const alone = await crowd('1');
    assert.ok(alone < 1.25, `alone 40 took ${alone} times their work`);
  });

  test('begin as often of a crowd as of all others together, however busy these keep the process', async (t) => {
    t.mock.method(performance, 'eventLoopUtilization', () => ({ idle: 0, active: performance.now() }));
    const { begun, begin } = beginning();
    const crowd = Array.from({ length: 40 }, () => begin('1'));
    let goesOn = true;
    const other = async () => {
      while (goesOn) await Promise.all([begin('2'), aRound()]);
    };
    const others = other();
    await Promise.all(crowd);
    goesOn = false;
    await others;
    const ofOthers = begun.filter((holder) => holder === '2').length;
    assert.ok(ofOthers >= 20 && ofOthers <= 90, `${ofOthers} others beside 40`);
  });

  test('of a few begin at once beside those of a crowd', async (t) => {
    t.mock.method(performance, 'eventLoopUtilization', () => ({ idle: 0, active: performance.now() }));
    const { begun, begin } = beginning();
    const crowds = ['1', '3', '4'].flatMap((holder) => Array.from({ length: 30 }, () => begin(holder)));
    await aRound();
    const page = Array.from({ length: 5 }, () => begin('2'));
    await Promise.all(page);
    const before = begun.length;
    assert.ok(before < 25, `${before} had begun by then`);
    await Promise.all(crowds);
    const turns = ['1', '3', '4'].map((holder) => begun.lastIndexOf(holder));
    assert.ok(Math.max(...turns) - Math.min(...turns) < 6, `crowds take turns: ${turns}`);
  });
});

const WORK_MS = 4;
let active = 0;
let idle = 0;
const spent = () => idle + active;

/** Work that takes the loop's time, which passes idle otherwise. */
function passing(t: TestContext): () => void {
  t.mock.method(performance, 'eventLoopUtilization', () => ({ idle, active }));
  const timer = setInterval(() => {
    idle += 1;
  }, 1);
  t.after(() => clearInterval(timer));
  return () => {
    active += WORK_MS;
  };
}

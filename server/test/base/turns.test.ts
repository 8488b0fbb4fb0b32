import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../src/base/errors.ts';
import { type Line, Turns } from '../../src/base/turns.ts';

const line: Line = {
  name: 'tables',
  atOnce: 2,
  atOnceOfOne: 1,
  mostWaiting: 6,
  mostWaitingOfOne: 4,
  waitsMs: 1_000,
  refusal: 'Too many wait.',
};

/** Work that says when it begins and ends when it is told to. */
function kitchen(turns: Turns, of = line) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    order(name: string, options: { part?: string; ahead?: boolean } = {}) {
      const holder = name[0] ?? '';
      return turns.take(of, { holder, ...options }, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

const isRefused = (error: unknown) =>
  error instanceof Refusal && error.code === 'rate_limited' && error.headers?.['retry-after'] === '2';

suite('Turns', () => {
  test('a holder has no more at once than one may, and waits behind their own', async () => {
    const { begun, order, end } = kitchen(new Turns());
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => order(name));
    await setImmediate();
    assert.deepEqual(begun, ['a1', 'b1']);
    await end('a1');
    assert.deepEqual(begun, ['a1', 'b1', 'a2']);
    for (const name of ['b1', 'a2', 'a3']) await end(name);
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1']);
  });

  test('holders take turns, however many one of them has waiting', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, atOnce: 1 });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => order(name));
    await setImmediate();
    for (let served = 0; served < all.length; served += 1) await end(begun[served] ?? '');
    assert.ok(begun.indexOf('b1') <= 2 && begun.indexOf('c1') <= 3, begun.join());
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  });

  test('who comes ahead passes their own others alone', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, atOnce: 1 });
    const all = [order('a1'), order('a2'), order('a3', { ahead: true })];
    await setImmediate();
    await end('a1');
    assert.deepEqual(begun, ['a1', 'a3']);
    await end('a3');
    await end('a2');
    await Promise.all(all);
  });

  test('those ahead go in the order in which they came, and parts take turns among them too', async () => {
    const { begun, order, end } = kitchen(new Turns());
    const all = [order('a0'), order('a1', { part: 'olga' })];
    all.push(...['a2', 'a3', 'a4'].map((name) => order(name, { part: 'mina', ahead: true })));
    all.push(order('a5', { part: 'olga', ahead: true }), order('a6', { part: 'olga' }));
    await setImmediate();
    for (let served = 0; served < all.length; served += 1) await end(begun[served] ?? '');
    assert.deepEqual(begun, ['a0', 'a2', 'a5', 'a3', 'a4', 'a1', 'a6']);
    await Promise.all(all);
  });

  test('parts of a holder take turns, however many wait of one of them', async () => {
    const { begun, order, end } = kitchen(new Turns());
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => order(name, { part: 'key' }));
    all.push(order('a5', { part: 'session' }));
    await setImmediate();
    await end('a1');
    await end('a2');
    assert.deepEqual(begun, ['a1', 'a2', 'a5']);
    all.push(order('a6', { part: 'session' }), order('a7', { part: 'app' }), order('a8', { ahead: true, part: 'key' }));
    for (let served = 2; served < all.length; served += 1) await end(begun[served] ?? '');
    assert.deepEqual(begun.slice(3), ['a8', 'a3', 'a6', 'a7', 'a4']);
    await Promise.all(all);
  });

  test('a part with fewer waiting takes the last place of the part with most, until both have as many', async () => {
    const { begun, order, end } = kitchen(new Turns());
    const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => order(name, { part: 'key' }));
    const pushedOut = Promise.all(flood.slice(3).map((one) => assert.rejects(one, isRefused)));
    const others = ['a6', 'a7'].map((name) => order(name, { part: 'session' }));
    await assert.rejects(order('a8', { part: 'session' }), isRefused);
    await assert.rejects(order('a9', { part: 'key' }), isRefused);
    await pushedOut;
    for (let served = 0; served < 5; served += 1) await end(begun[served] ?? '');
    assert.deepEqual(begun, ['a1', 'a2', 'a6', 'a3', 'a7']);
    await Promise.all([...flood.slice(0, 3), ...others]);
  });

  test('too many that wait are refused, of one and in all', async () => {
    const { order, end } = kitchen(new Turns());
    const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => order(name));
    await assert.rejects(order('a6'), isRefused);
    all.push(...['b1', 'b2', 'b3'].map((name) => order(name)));
    await setImmediate();
    await assert.rejects(order('b4'), isRefused);
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'a5']) await end(name);
    await Promise.all(all);
  });

  test('who has nobody waiting takes the last place of the longest queue', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, atOnce: 1, mostWaiting: 4 });
    const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => order(name));
    const pushedOut = assert.rejects(all[4] ?? Promise.resolve(), isRefused);
    const newcomer = order('b1');
    await pushedOut;
    for (let served = 0; served < 5; served += 1) {
      await setImmediate();
      await end(begun[served] ?? '');
    }
    assert.equal(await newcomer, 'b1');
    assert.deepEqual(await Promise.all(all.slice(0, 4)), ['a1', 'a2', 'a3', 'a4']);
  });

  test('who comes ahead is not refused because others of theirs wait', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, mostWaitingOfOne: 1 });
    const all = [order('a1'), order('a2')];
    await assert.rejects(order('a3'), isRefused);
    all.push(order('a4', { ahead: true }));
    await setImmediate();
    for (const name of ['a1', 'a4', 'a2']) await end(name);
    assert.deepEqual(begun, ['a1', 'a4', 'a2']);
    await Promise.all(all);
  });

  test('nobody is refused because others of theirs wait ahead', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, mostWaiting: 100, mostWaitingOfOne: 1 });
    const all = [order('a1'), ...['a2', 'a3', 'a4'].map((name) => order(name, { part: 'mina', ahead: true }))];
    all.push(order('a5', { part: 'olga' }));
    await assert.rejects(order('a6', { part: 'olga' }), isRefused);
    await setImmediate();
    for (let served = 0; served < all.length; served += 1) await end(begun[served] ?? '');
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4', 'a5']);
    await Promise.all(all);
  });

  test('who waits too long is refused and leaves their place', async () => {
    const { begun, order, end } = kitchen(new Turns(), { ...line, waitsMs: 20 });
    const first = order('a1');
    await assert.rejects(order('a2'), isRefused);
    await end('a1');
    await first;
    const later = order('a3');
    await setImmediate();
    assert.deepEqual(begun, ['a1', 'a3']);
    await end('a3');
    await later;
  });

  test('nothing is remembered of those who have left, not even of who gave up behind others', async () => {
    const turns = new Turns();
    const { order, end } = kitchen(turns, { ...line, atOnce: 1, waitsMs: 20 });
    const first = order('a1');
    await assert.rejects(order('b1'), isRefused);
    assert.ok(turns.isTaken(line));
    await end('a1');
    await first;
    assert.ok(!turns.isTaken(line));
    assert.equal(turns.size, 0);
  });

  test('work that fails gives its place up', async () => {
    const turns = new Turns();
    await assert.rejects(
      turns.take(line, { holder: 'a' }, () => Promise.reject(new Error('burnt'))),
      /burnt/,
    );
    assert.equal(await turns.take(line, { holder: 'a' }, async () => 'served'), 'served');
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../src/base/errors.ts';
import { MemoryRoom, type Patience } from '../../src/base/memory-room.ts';

const LONG: Patience = { waitsMs: 10_000, refusal: 'Too much is held.' };

/** Guests who say when they are in and leave when they are told to. */
function house(size: number) {
  const room = new MemoryRoom(size);
  const inside: string[] = [];
  const leaves = new Map<string, (how?: Error) => void>();
  return {
    room,
    inside,
    come(name: string, needs: number, patience = LONG) {
      return room.hold({ holder: name[0] ?? '', size: needs, patience }, () => {
        inside.push(name);
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        leaves.set(name, (how) => (how ? reject(how) : resolve(name)));
        return promise;
      });
    },
    async leave(name: string, how?: Error) {
      leaves.get(name)?.(how);
      await setImmediate();
    },
  };
}

const isRefused = (error: unknown) =>
  error instanceof Refusal &&
  error.code === 'rate_limited' &&
  error.message === 'Too much is held.' &&
  error.headers?.['retry-after'] === '2';

suite('MemoryRoom', () => {
  test('no more is held at once than there is room, and who waits goes on when others leave', async () => {
    const { room, inside, come, leave } = house(10);
    const all = [come('a1', 4), come('b1', 6), come('c1', 3), come('d1', 7)];
    await setImmediate();
    assert.deepEqual([inside, room.taken], [['a1', 'b1'], 10]);
    await leave('b1');
    assert.deepEqual([inside.slice(2), room.taken], [['c1'], 7]);
    await leave('a1');
    assert.deepEqual([inside.slice(3), room.taken], [['d1'], 10]);
    for (const name of ['c1', 'd1']) await leave(name);
    assert.deepEqual(await Promise.all(all), ['a1', 'b1', 'c1', 'd1']);
    assert.equal(room.taken, 0);
  });

  test('what is larger than the whole room has it alone, and is not kept out by what is small', async () => {
    const { inside, come, leave } = house(10);
    const all = [come('a1', 4), come('b1', 25), come('c1', 1), come('d1', 1)];
    await setImmediate();
    assert.deepEqual(inside, ['a1']);
    await leave('a1');
    assert.deepEqual(inside, ['a1', 'b1']);
    await leave('b1');
    assert.deepEqual(inside, ['a1', 'b1', 'c1', 'd1']);
    for (const name of ['c1', 'd1']) await leave(name);
    await Promise.all(all);
  });

  test('holders take turns, however many one of them has waiting', async () => {
    const { inside, come, leave } = house(1);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => come(name, 1));
    for (let served = 0; served < all.length; served += 1) {
      await setImmediate();
      await leave(inside[served] ?? '');
    }
    assert.deepEqual(inside, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
    await Promise.all(all);
  });

  test('who waits too long is told to come back, and no longer in the way of others', async () => {
    const { inside, come, leave } = house(10);
    const first = come('a1', 6);
    const refused = come('b1', 10, { waitsMs: 20, refusal: 'Too much is held.' });
    const behind = come('c1', 2);
    await assert.rejects(refused, isRefused);
    assert.deepEqual(inside, ['a1', 'c1']);
    for (const name of ['a1', 'c1']) await leave(name);
    await Promise.all([first, behind]);
  });

  test('work in the background waits until it is told to end', async () => {
    const { inside, room, come, leave } = house(10);
    const ending = new AbortController();
    const first = come('a1', 6);
    const ended = come('b1', 10, { signal: ending.signal });
    ending.abort(new Error('the process ends'));
    await assert.rejects(ended, /the process ends/);
    await assert.rejects(come('b2', 1, { signal: ending.signal }), /the process ends/);
    await leave('a1');
    await first;
    assert.deepEqual([inside, room.taken], [['a1'], 0]);
  });

  test('work that fails gives its room back', async () => {
    const { inside, room, come, leave } = house(10);
    const failing = come('a1', 10);
    const next = come('b1', 10);
    await setImmediate();
    const failed = assert.rejects(failing, /it failed/);
    await leave('a1', new Error('it failed'));
    await failed;
    assert.deepEqual(inside, ['a1', 'b1']);
    await leave('b1');
    await next;
    assert.equal(room.taken, 0);
  });
});

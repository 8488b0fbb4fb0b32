import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TermSlots } from '../../src/detection/term-slots.ts';
import { Luck } from './luck.ts';

test('ids are numbered as they come and told in their order, wherever they lie', () => {
  const luck = new Luck(5);
  const slots = new TermSlots();
  const known = new Map<number, number>();
  for (let n = 0; n < 20_000; n += 1) {
    const id = 1 + Math.floor(luck.next() * (n % 2 === 0 ? 30_000 : 2_000_000_000));
    const slot = known.get(id) ?? known.size;
    known.set(id, slot);
    assert.equal(slots.slotOf(id), slot);
  }
  const inOrder = [...known].sort(([a], [b]) => a - b).map(([id, slot]) => ({ id, slot }));
  assert.deepEqual([...slots.inOrder()], inOrder);
});

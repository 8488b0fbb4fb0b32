import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editDraft } from '../../src/ads/edit-draft.step.ts';

const target = { campaign_id: 1, slug: 'one', account_id: null, platform_id: null };
const point = { latitude: null, longitude: null, radius_km: null };

function placeOf(number: number) {
  return { kind: 'location' as const, name: `Place ${number}`, geo_target_id: String(number), ...point };
}
type Place = Omit<ReturnType<typeof placeOf>, 'geo_target_id'> & { geo_target_id: string | null };

const places = (count: number): Place[] => Array.from({ length: count }, (_, n) => placeOf(n));
const edit = (from: Place[], to: Place[]) => editDraft.of({ ...target, change: { part: 'locations', from, to } });
const told = (from: Place[], to: Place[]) => edit(from, to).changes();

describe('the places that a draft gets or loses', () => {
  test('are told one by one up to a hundred, however many stay', () => {
    const all = places(5_000);
    assert.equal(told(places(100), []).length, 100);
    assert.deepEqual(told(all, all.slice(2)), [
      { field: 'location', from: 'Place 0 (place 0)', to: null },
      { field: 'location', from: 'Place 1 (place 1)', to: null },
    ]);
  });

  test('are told by their number and a sign where they are more; those that come and those that go apart', () => {
    const [gone, come, ...others] = told(places(101), [placeOf(500)]);
    assert.match(String(gone?.from), /^101 locations \(sign [0-9a-f]{32}\)$/);
    assert.deepEqual(come, { field: 'location', from: null, to: 'Place 500 (place 500)' });
    assert.deepEqual([gone?.to, others], [null, []]);
  });

  test('have another sign where one of them is another, is called otherwise, is gone or stands elsewhere', () => {
    const all = places(102);
    const [first, second, ...rest] = all;
    assert.ok(first && second);
    const lists = [
      all,
      [{ ...first, geo_target_id: '9' }, second, ...rest],
      [{ ...first, name: 'X' }, second, ...rest],
      [{ ...first, geo_target_id: null }, second, ...rest],
      [second, ...rest],
      [second, first, ...rest],
    ];
    const signs = new Set(lists.map((list) => told([], list)[0]?.to));
    assert.equal(signs.size, lists.length);
    assert.deepEqual(told([], places(102)), told([], all));
  });
});

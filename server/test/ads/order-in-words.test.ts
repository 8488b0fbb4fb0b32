import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editDraft } from '../../src/ads/edit-draft.step.ts';

describe('a list that is only ordered anew', () => {
  const ordered = (from: string[], to: string[]) => {
    const target = { campaign_id: 1, slug: 'one', account_id: null, platform_id: null };
    return editDraft.of({ ...target, change: { part: 'callouts', from, to } }).changes();
  };

  test('is told whole where it is short', () => {
    assert.deepEqual(ordered(['one', 'two'], ['two', 'one']), [
      { field: 'order of callouts', from: '"one", "two"', to: '"two", "one"' },
    ]);
  });

  test('is told by the places that its members had where it is long; those alike have one each', () => {
    const [first, second] = ['a'.repeat(300), 'b'.repeat(300)];
    assert.deepEqual(ordered([first, second, first], [second, first, first]), [
      { field: 'order of callouts', from: '1 to 3', to: '2, 1, 3' },
    ]);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineStep } from '../../src/writes/step.ts';

test('a step works out once what it changes, however often it is told', () => {
  let times = 0;
  const kind = defineStep({
    op: 'rename',
    details: z.object({ to: z.string() }),
    guardrails: [],
    campaignOf: () => ({ id: 1, slug: 'one' }),
    changesOf({ to }) {
      times += 1;
      return [{ field: 'name', from: null, to }];
    },
    about: () => [],
    save: async () => {},
    inverse: async () => ({ steps: [], restored: [], skipped: [] }),
    resultOf: () => ({}),
  });
  const step = kind.of({ to: 'Pears' });
  assert.equal(times, 0);
  for (let n = 0; n < 2; n += 1) {
    assert.deepEqual(step.changes(), [{ field: 'name', from: null, to: 'Pears' }]);
    assert.deepEqual(step.placedChanges(), [
      { field: 'name', from: null, to: 'Pears', on: 'campaign 1', campaign: 'one' },
    ]);
    assert.equal(step.describe(), 'name: from none to “Pears”');
  }
  assert.equal(times, 1);
});

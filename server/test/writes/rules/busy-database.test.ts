import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../src/base/errors.ts';
import { DatabaseBusy, isDecided } from '../../../src/base/outage.ts';
import { endingOf, isSettled } from '../../../src/writes/actions/failures.ts';

const busy = new DatabaseBusy(new Error('timeout exceeded when trying to connect'));

test('a database that has no connection to give decides nothing: the platform may have taken the change already', () => {
  const { kept, thrown } = endingOf(busy, false);
  assert.equal(kept, undefined);
  assert.ok(
    thrown instanceof Error && 'retryable' in thrown && thrown.retryable === true,
    'the work begins again and looks',
  );
  assert.deepEqual([isSettled(busy), isDecided(busy)], [false, false]);
});

test('what a limit refuses is decided', () => {
  const refused = new Refusal('budget_cap_exceeded', 'too much');
  assert.equal(endingOf(refused, false).kept?.code, 'budget_cap_exceeded');
  assert.deepEqual([isSettled(refused), isDecided(refused)], [true, true]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentTasks, engineTasks } from '../../catalogue.ts';
import { crewsOf } from '../../crews.ts';

test('what reads a whole organization is done once at a time for each, however many workers there are', () => {
  for (const concurrency of [1, 4, 16]) {
    for (const { tasks, placesOfOne } of crewsOf(concurrency)) {
      if (tasks === documentTasks || tasks === engineTasks) assert.equal(placesOfOne, 1);
    }
  }
});

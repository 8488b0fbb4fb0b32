import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CutOff, Threads } from '../../src/base/threads.ts';
import type { Greed } from './greedy.thread.ts';

const threads = new Threads<unknown, unknown>(new URL('./greedy.thread.ts', import.meta.url));
const terms = { signal: new AbortController().signal, withinMs: 60_000 };

for (const greed of ['names', 'lists', 'doubling', 'nested'] satisfies Greed[]) {
  test(`a job that fills memory ends by itself, and neither the process nor other jobs: ${greed}`, async () => {
    const other = threads.run('nothing', terms);
    await assert.rejects(threads.run(greed, terms), CutOff);
    assert.deepEqual([await other, await threads.run('nothing', terms)], ['done', 'done']);
  });
}

test('a job that cannot be handed over is refused, and nothing is left of it', async () => {
  await assert.rejects(
    threads.run(() => {}, terms),
    { name: 'DataCloneError' },
  );
  assert.equal(await threads.run('nothing', terms), 'done');
});

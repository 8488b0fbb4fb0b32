import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { AskedTogether } from '../../src/base/asked-together.ts';

/** A question of which each time it is asked can be answered. */
function question() {
  const together = new AskedTogether();
  const asked: PromiseWithResolvers<string>[] = [];
  return {
    together,
    asked,
    ask: (name = 'how many') =>
      together.ask(name, () => {
        const answer = Promise.withResolvers<string>();
        asked.push(answer);
        return answer.promise;
      }),
  };
}

suite('what many ask at the same time', () => {
  test('is asked once for all who come while it is under way, and only after they came', async () => {
    const { asked, ask, together } = question();
    const first = ask();
    const others = [ask(), ask(), ask()];
    await aRound();
    assert.equal(asked.length, 1);
    asked[0]?.resolve('before they came');
    await aRound();
    assert.equal(asked.length, 2);
    asked[1]?.resolve('after they came');
    assert.equal(await first, 'before they came');
    assert.deepEqual(await Promise.all(others), Array(3).fill('after they came'));
    await aRound();
    assert.equal(together.size, 0);
  });

  test('is not asked for whoever asks otherwise', async () => {
    const { asked, ask } = question();
    const both = [ask('how many live'), ask('how many paused')];
    for (const { resolve } of asked) resolve('none');
    assert.deepEqual(await Promise.all(both), ['none', 'none']);
  });

  test('is asked anew where it failed', async () => {
    const { asked, ask, together } = question();
    const [first, next] = [ask(), ask()];
    asked[0]?.reject(new Error('gone'));
    await assert.rejects(first, /gone/);
    await aRound();
    asked[1]?.resolve('ten');
    assert.equal(await next, 'ten');
    await aRound();
    assert.equal(together.size, 0);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { Turns } from '../../src/base/turns.ts';
import { LongAnswer, madeInLine } from '../../src/gate/long-answers.ts';

test('an organization has two long answers made at once; another’s is made beside them', async () => {
  const turns = new Turns();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (holder: string) =>
    madeInLine({ turns }, { holder }, async () => {
      running.push(holder);
      await new Promise<void>((resolve) => ends.push(resolve));
      running.splice(running.indexOf(holder), 1);
      return { rows: [] };
    });
  const asked = ['1', '1', '1', '1', '2'].map(ask);
  await aRound();
  assert.deepEqual(running, ['1', '1', '2']);
  for (let answers = 0; answers < asked.length; answers += 1) {
    ends.shift()?.();
    await aRound();
    assert.ok(running.filter((holder) => holder === '1').length <= 2);
  }
  await Promise.all(asked);
  assert.equal(turns.size, 0);
});

test('the turn of a long answer lasts until it is written', async () => {
  const turns = new Turns();
  // More than any machine writes in one round of the loop.
  const rows = Array.from({ length: 300_000 }, (_, id) => ({ id }));
  const made = madeInLine({ turns }, { holder: '1' }, async () => ({ rows }));
  await aRound();
  assert.equal(turns.size, 1);
  const answer = await made;
  assert.ok(answer instanceof LongAnswer);
  assert.equal(answer.json, JSON.stringify({ rows }));
  assert.equal(turns.size, 0);
});

test('those that list every campaign or account at once, everything in one, or long entries, are made in that line', () => {
  const long = [...operations, ...dashboardOperations].filter(({ weight }) => weight === 'long');
  assert.deepEqual(long.map(({ name }) => name).sort(), [
    'get_action_log',
    'get_campaign_parts',
    'get_performance',
    'get_performance_table',
    'list_ad_accounts_to_choose',
    'list_campaign_figures',
    'list_optimizations',
    'list_queued_writes',
    'review_search_terms',
  ]);
});

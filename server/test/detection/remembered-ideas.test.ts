import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areRemembered, rememberedIdeas } from '../../src/detection/remembered-ideas.ts';

const HOUR = 60 * 60_000;

test('the platform is asked the same question once in six hours, however often a detector runs', async () => {
  const platform = {};
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return [];
  };
  const run = (question: string, hours: number) => rememberedIdeas(platform, { question, now: hours * HOUR }, ask);
  await Promise.all([run('drains', 0), run('drains', 0), run('drains', 5)]);
  assert.equal(asked, 1);
  await run('pipes', 0);
  assert.equal(asked, 2, 'another question');
  await run('drains', 7);
  assert.equal(asked, 3, 'later');
  await rememberedIdeas({}, { question: 'drains', now: 7 * HOUR }, ask);
  assert.equal(asked, 4, 'another platform');
});

test('a question that the platform did not answer is asked again', async () => {
  const platform = {};
  const question = { question: 'drains', now: 0 };
  await assert.rejects(rememberedIdeas(platform, question, () => Promise.reject(new Error('not now'))));
  assert.deepEqual(await rememberedIdeas(platform, question, async () => []), []);
});

test('ideas are there for as long as they are remembered, from when they were asked for', async () => {
  const platform = {};
  const remembered = (hours: number) => areRemembered(platform, { question: 'drains', now: hours * HOUR });
  assert.ok(!remembered(0));
  const asked = rememberedIdeas(platform, { question: 'drains', now: 0 }, async () => []);
  assert.ok(remembered(0) && remembered(5) && !remembered(6));
  await asked;
});

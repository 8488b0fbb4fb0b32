import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountWorld, noonEmulator } from '../world.ts';
import { keptTotals, trueTotals } from './figures-truth.ts';

const BIG = '1000000008';
const TERM_ROWS = 100_000;

test('an account with very many search terms comes in whole', async (t) => {
  const emulator = await noonEmulator(['--big-account-terms', String(TERM_ROWS)]);
  t.after(() => emulator.stop());
  const world = await accountWorld(t, emulator);
  await world.connect('big@demo.test');
  const id = await world.select(BIG);
  const began = performance.now();
  const [task] = await world.finish(id);
  t.diagnostic(`${TERM_ROWS} rows in ${Math.round(performance.now() - began)} ms`);
  assert.equal(task?.status, 'completed', task?.error_message ?? '');
  const truth = await trueTotals(world, 90, BIG, 'UTC');
  const kept = await keptTotals(world);
  assert.deepEqual(kept.campaigns, truth.total);
  assert.deepEqual(kept.searchTerms, truth.search_terms.visible);
});

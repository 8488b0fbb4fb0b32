import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { detectionWorld } from '../detection/world.ts';
import { processorMs } from '../harness/processor-time.ts';
import { addThese, exclude, recommend } from '../writes/recommend.ts';

const KEYWORDS = 20_000;
const PROPOSALS = 1_000;
/** On a machine of its own it takes a tenth of this; each proposal compared with each keyword took seconds. */
const MOST_CPU_MS = 800;

const addKeywords = statement<[organizationId: number, campaign: number, ad: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'Keyword ' || n, 'keyword ' || n, 'exact', 'enabled',
    timestamptz '2025-01-01'
  from generate_series(1, $4::integer) n`);
const addNegatives = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  select $1::integer, $2::bigint, 'Unwanted ' || n, 'unwanted ' || n, 'phrase', timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n`);
const outcome = z.looseObject({ action_id: z.string(), skipped: z.array(z.string()).optional() });

test('a thousand changes of a large campaign are applied, and undone, at little cost', async (t) => {
  const world = await detectionWorld(t);
  const { database, harbor } = world;
  const campaign = await world.campaign('waiting', { runs: false });
  await database.execute(addKeywords, harbor.id, campaign.id, campaign.ad, KEYWORDS);
  await database.execute(addNegatives, harbor.id, campaign.id, KEYWORDS);
  const numbers = Array.from({ length: PROPOSALS / 2 }, (_, n) => n);
  const texts = numbers.map((n) => (n < 5 ? `KEYWORD ${n + 1}` : `addition ${n}`));
  const unwanted = numbers.map((n) => (n < 5 ? `UNWANTED ${n + 1}` : `exclusion ${n}`));
  const id = await recommend({ organizationId: harbor.id, db: database }, 'waiting', (standing) => [
    ...addThese(...texts)(standing),
    ...exclude(...unwanted)(standing),
  ]);
  const applied = await cpuOf(() =>
    world.service.call('POST', `/v1/recommendations/${id}/apply`, { key: world.key, body: { dry_run: false } }),
  );
  const { skipped, action_id } = outcome.parse(applied.answer.json);
  assert.equal(skipped?.length, 10, 'what is so already is left out');
  const undone = await cpuOf(() => world.service.call('POST', `/v1/actions/${action_id}/undo`, { key: world.key }));
  assert.equal(undone.answer.status, 200, undone.answer.text.slice(0, 300));
  const took = { applying: applied.ms, undoing: undone.ms };
  t.diagnostic(JSON.stringify(took));
  for (const [what, ms] of Object.entries(took)) assert.ok(ms < MOST_CPU_MS, `${what} took ${ms} ms of CPU`);
});

/** What a call answers, and what this process worked for it. */
async function cpuOf<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const begun = processorMs();
  const answer = await call();
  return { answer, ms: Math.round(processorMs() - begun) };
}

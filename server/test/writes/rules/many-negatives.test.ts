import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { processorMs } from '../../harness/processor-time.ts';
import { bodyOf } from '../organization.ts';
import { startWorld } from '../world.ts';

const NEGATIVES = 9_000;
const PREVIEWS = 10;
/** Comparing each term with each exclusion took three times as much. */
const MOST_CPU_MS = 90;
const UNDONE = 100;
/** Reading every exclusion took three times as much. */
const MOST_CPU_MS_OF_UNDO = 30;

const addMany = statement<[organizationId: number, slug: string, count: number], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  select $1::integer, c.id, 'Term ' || n, 'term ' || n, 'phrase', c.created_at
  from campaign c, generate_series(1, $3::integer) n where c.organization_id = $1 and c.slug = $2`);

test('previewing exclusions of a campaign that has thousands costs little', async (t) => {
  const writes = await startWorld(t);
  const org = await writes.organization();
  const slug = await org.draft({ budget: 20 });
  await writes.database.execute(addMany, org.id, slug, NEGATIVES);
  const terms = [...Array.from({ length: 98 }, (_, n) => `other ${n}`), 'TERM 77', 'Other 5'];
  await org.negatives(slug, terms);
  const begun = processorMs();
  for (let round = 0; round < PREVIEWS; round += 1) {
    const { would_apply } = bodyOf(await org.negatives(slug, terms));
    assert.equal(Array.isArray(would_apply) && would_apply.length, 98);
  }
  const each = (processorMs() - begun) / PREVIEWS;
  assert.ok(each < MOST_CPU_MS, `${each.toFixed(0)} ms of CPU for a preview`);
});

test('previewing the undoing of a hundred exclusions among thousands costs little', async (t) => {
  const writes = await startWorld(t);
  const org = await writes.organization();
  const slug = await org.draft({ budget: 20 });
  const { action_id } = await org.negativesAdded(
    slug,
    Array.from({ length: UNDONE }, (_, n) => `other ${n}`),
  );
  await writes.database.execute(addMany, org.id, slug, NEGATIVES);
  const { cookie } = org.people.admin;
  const look = async () => bodyOf(await org.send('GET', `/actions/${action_id}/undo`, undefined, { cookie }));
  await look();
  const begun = processorMs();
  for (let round = 0; round < PREVIEWS; round += 1) {
    const { changes } = await look();
    assert.equal(Array.isArray(changes) && changes.length, UNDONE);
  }
  const each = (processorMs() - begun) / PREVIEWS;
  t.diagnostic(`${each.toFixed(1)} ms`);
  assert.ok(each < MOST_CPU_MS_OF_UNDO, `${each.toFixed(0)} ms of CPU for a preview`);
});

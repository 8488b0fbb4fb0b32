import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { processorMs, sortingMs } from '../../harness/processor-time.ts';
import { wholeSuite } from '../../harness/service.ts';
import { arrange, dashboardWrites, statusOf, writesThat } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

const KEYWORDS = 40_000;
/** Reading and judging every keyword of such a campaign takes more than twice as much; a slow machine has more. */
const MOST_CPU_MS = Math.max(160, sortingMs());

const addAd = statement<[organizationId: number, slug: string], { id: number; campaign_id: number }>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  select $1::integer, id, 'The vast one', 'enabled', 'https://www.acme.example', timestamptz '2025-01-01'
  from campaign where organization_id = $1 and slug = $2 returning id, campaign_id`);
const addKeywords = statement<[organizationId: number, campaign: number, ad: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, 'keyword ' || n, 'keyword ' || n, 'phrase', 'enabled',
    timestamptz '2025-01-01'
  from generate_series(1, $4::integer) n`);

describe('a campaign with very many keywords', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  for (const name of [...writesThat(({ spendsQuota }) => spendsQuota), ...dashboardWrites()]) {
    test(`is changed by ${name} without reading them all`, async (t) => {
      const org = await writes.organization();
      const { slug, send } = await arrange(name, org);
      await org.quiet();
      const ad = await writes.database.row(addAd, org.id, slug);
      assert.ok(ad);
      await writes.database.execute(addKeywords, org.id, ad.campaign_id, ad.id, KEYWORDS);
      const begun = processorMs();
      const answer = await send();
      const worked = processorMs() - begun;
      assert.equal(answer.status, statusOf(name), answer.text);
      t.diagnostic(`${Math.round(worked)} ms`);
      await org.quiet();
      assert.ok(worked < MOST_CPU_MS, `${worked} ms of processor time`);
    });
  }
});

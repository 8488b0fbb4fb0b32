import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { saveRecommendation } from '../../src/recommendations/recommendation.store.ts';
import { detectionWorld } from '../detection/world.ts';
import { mustBlockNoLongerThan, serveInProcess } from '../harness/served-process.ts';

const LONGEST_BLOCK_MS = 30;
/** A page of the largest ones, each with as much as is shown of it. */
const PAGE = 100;
const EACH = 51;

/** A process of its own goes by the clock of the machine. */
const lastLong = statement<[], never>(`update session set expires_at = '2100-01-01'`);

test('a full page of large recommendations holds up nobody', async (t) => {
  const world = await detectionWorld(t);
  const { id: campaignId } = await world.campaign('one');
  const texts = Array.from({ length: EACH }, (_, n) => `blocked drain in the kitchen ${n}`);
  for (let made = 0; made < PAGE; made += 1) {
    const one = { op: 'add_keyword', campaign_id: campaignId, ad_id: 1, match_type: 'exact', cpc_bid: null } as const;
    await saveRecommendation(
      { organizationId: world.harbor.id, db: world.database },
      {
        campaignId,
        type: `type_${made}`,
        summary: `summary ${made}`,
        proposals: texts.map((text) => ({ ...one, text })),
        findings: texts.map((text) => ({
          ...{ text, match_type: 'exact', confidence: 0.9, monthly_saving: 1, why: 'People search for it.' },
          metrics: { clicks: 12, cost: 34.5, conversions: 2 },
          blast_radius: { clicks: 0.001, cost: 0.001, conversions: 0 },
          operation: { op: 'add_keyword', summary: `Add “${text}”` },
        })),
        estimatedMonthlySaving: '10.00',
      },
      world.service.clock.now() + made,
    );
  }
  await world.database.execute(lastLong);
  const served = await serveInProcess(t, { databaseUrl: world.service.databaseUrl });
  const { cookie } = world.service.world.people.member;
  const path = `/dashboard/v1/organizations/${world.harbor.slug}/optimizations?limit=${PAGE}`;
  await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'the page', async () => {
    const answer = await served.call('GET', path, { cookie });
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    assert.equal(answer.text.split('"proposals":[').length - 1, PAGE);
  });
});

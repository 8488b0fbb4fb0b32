import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { mergeCampaign } from '../../src/campaigns/merge/merge-campaign.ts';
import type { PlatformCampaign } from '../../src/ports/ad-platform.ts';
import { databaseMs } from '../harness/processor-time.ts';
import { INITECH, startWorld } from '../writes/world.ts';

const KEYWORDS = 20_000;
/** More often than PostgreSQL plans a statement for its values before it settles on one plan for any. */
const SMALL = 8;
const AGAIN = 5;
const OTHERS = 5_000;
/** With a plan for any values each took 15,000. */
const MOST_DATABASE_MS = 4_000;

/** Small campaigns of somebody else: by them, one plan for any values looks cheap. */
const othersAds = statement<[organizationId: number], never>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at, platform_id)
  select $1::integer, 1000000 + n, 'Ad', 'enabled', 'https://x.example', timestamptz '2025-01-01', 'p' || n
  from generate_series(1, 300) n`);
const othersKeywords = statement<[organizationId: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at, platform_id)
  select a.organization_id, a.campaign_id, a.id, 'k' || m, 'k' || m, 'phrase', 'enabled', timestamptz '2025-01-01',
    'k' || m
  from ad a, generate_series(1, 40) m where a.organization_id = $1::integer`);
const analyze = statement<[], never>('analyze');

test('a campaign of 20,000 keywords that was changed here is merged again and again in a moment', async (t) => {
  const world = await startWorld(t);
  const org = await world.organization();
  const [small, vast] = [await org.live({ budget: 40 }), await org.live({ budget: 40 })];
  for (const slug of [small, vast]) await org.edited(slug, { budget: 36 });
  await org.quiet();
  const there = async (slug: string) => {
    const read = await world.platform.campaign(String((await org.campaign(slug)).name));
    return read ?? assert.fail(slug);
  };
  const grown = ({ ads: [ad], ...campaign }: PlatformCampaign): PlatformCampaign => {
    const keyword = ad?.keywords[0] ?? assert.fail();
    const keywords = Array.from({ length: KEYWORDS }, (_, n) => ({ ...keyword, id: `9${n}`, text: `keyword ${n}` }));
    return { ...campaign, ads: [{ ...(ad ?? assert.fail()), keywords }] };
  };
  const context = { ...world.service.services, ...org.tenancy, database: world.database.forWork() };
  const merge = async (read: PlatformCampaign) => {
    world.clock.turn({ seconds: 1 });
    assert.equal(await mergeCampaign(context, INITECH.accountId, read, world.clock.now()), 'updated');
  };
  const few = await there(small);
  const many = grown(await there(vast));
  for (const fill of [othersAds, othersKeywords]) await world.database.execute(fill, OTHERS);
  await world.database.execute(analyze);
  for (let times = 0; times < SMALL; times += 1) await merge(few);
  await merge(many);
  await world.database.execute(analyze);
  for (let times = 0; times < AGAIN; times += 1) {
    const worked = await databaseMs(world.database, () => merge(many));
    assert.ok(worked < MOST_DATABASE_MS, `${worked} ms of PostgreSQL's processor time`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { mergeCampaign } from '../../src/campaigns/merge/merge-campaign.ts';
import type { PlatformCampaign, PlatformKeyword, PlatformNegative } from '../../src/ports/ad-platform.ts';
import { INITECH, startWorld } from '../writes/world.ts';

/** More than are written at once, several times. */
const MANY = 2_500;

type Row = { id: number; platform_id: string | null; text: string; state: string; cpc_bid: string | null };
const kept = statement<[organizationId: number, campaignId: number], Row>(`
  select id, platform_id, text, state, cpc_bid from keyword where organization_id = $1 and campaign_id = $2 order by id`);
const keptNegatives = statement<[organizationId: number, campaignId: number], Pick<Row, 'platform_id' | 'text'>>(`
  select platform_id, text from negative_keyword where organization_id = $1 and campaign_id = $2 order by platform_id`);
const forget = statement<[organizationId: number, campaignId: number, texts: string[]], never>(`
  update keyword set platform_id = null where organization_id = $1 and campaign_id = $2 and text = any($3)`);
const decided = statement<[organizationId: number, campaignId: number, at: Date], { thing: string }>(`
  select thing from decided_there where organization_id = $1 and campaign_id = $2 and at = $3 order by thing`);

test('what a merge takes over, adopts, removes and finds decided is the same wherever in a long list it stands', async (t) => {
  const world = await startWorld(t);
  const org = await world.organization();
  const slug = await org.live({ budget: 40 });
  await org.edited(slug, { budget: 36 });
  await org.quiet();
  const { id: campaignId, name } = (await findCampaign(org.tenancy, slug)) ?? assert.fail();
  const there = (await world.platform.campaign(name)) ?? assert.fail();
  const context = { ...world.service.services, ...org.tenancy, database: world.database.forWork() };
  const merge = async (read: PlatformCampaign) => {
    world.clock.turn({ seconds: 1 });
    const asOf = world.clock.now();
    assert.equal(await mergeCampaign(context, INITECH.accountId, read, asOf), 'updated');
    const [rows, negatives, things] = [
      await world.database.rows(kept, org.id, campaignId),
      await world.database.rows(keptNegatives, org.id, campaignId),
      await world.database.rows(decided, org.id, campaignId, new Date(asOf)),
    ];
    return { rows, negatives, things: things.map(({ thing }) => thing) };
  };
  const one = there.ads[0]?.keywords[0] ?? assert.fail();
  const keywords = Array.from({ length: MANY }, (_, n): PlatformKeyword => ({ ...one, id: `9~${n}`, text: `k${n}` }));
  const negatives = Array.from({ length: MANY }, (_, n): PlatformNegative => {
    return { id: `campaignCriteria/1~${n}`, text: `n${n}`, matchType: 'exact' };
  });
  const read = (some: PlatformKeyword[], others: PlatformNegative[]): PlatformCampaign => {
    return { ...there, negatives: others, ads: there.ads.map((ad, n) => ({ ...ad, keywords: n === 0 ? some : [] })) };
  };
  const first = await merge(read(keywords, negatives));
  assert.equal(first.rows.length, MANY);
  assert.equal(first.negatives.length, MANY);

  const places = [0, 999, 1_000, 1_700, MANY - 1];
  await world.database.execute(forget, org.id, campaignId, ['k5', 'k1500']);
  const changed = keywords
    .map((keyword, n) => (places.includes(n) ? { ...keyword, status: 'paused' as const, cpcBid: '3.21' } : keyword))
    .filter((_, n) => n !== 7 && n !== 2_007);
  const again = await merge(
    read(
      changed,
      negatives.filter((_, n) => n !== 3 && n !== 2_003),
    ),
  );
  const idOf = new Map(first.rows.map(({ text, id }) => [text, id]));
  assert.deepEqual(
    again.rows.map(({ id, platform_id, text }) => [id, platform_id, text]),
    changed.map(({ id, text }) => [idOf.get(text), id, text]),
  );
  const moved = again.rows.filter(({ state, cpc_bid }) => state === 'paused' && cpc_bid === '3.21');
  assert.deepEqual(
    moved.map(({ text }) => text),
    places.map((n) => `k${n}`),
  );
  assert.equal(again.negatives.length, MANY - 2);
  const named = (pattern: RegExp) => again.things.filter((thing) => pattern.test(thing)).length;
  assert.equal(named(/^state of keyword/), places.length);
  assert.equal(named(/^bid of keyword/), places.length);
  assert.deepEqual(
    again.things.flatMap((thing) => /^keyword \w+ (k\d+) of ad/.exec(thing)?.[1] ?? []),
    ['k2007', 'k7'],
  );
  assert.deepEqual(
    again.things.flatMap((thing) => /^negative keyword null \w+ (n\d+) of/.exec(thing)?.[1] ?? []),
    ['n2003', 'n3'],
  );
  assert.deepEqual(
    (
      await merge(
        read(
          changed,
          again.negatives.map((n) => negatives.find(({ id }) => id === n.platform_id) ?? assert.fail()),
        ),
      )
    ).things,
    [],
  );
});

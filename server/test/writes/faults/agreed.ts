import assert from 'node:assert/strict';
import { statement } from '../../../src/base/database.ts';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';

const leftovers = statement<[organizationId: number], { what: string }>(`
  select 'campaign ' || slug || ' waits for ' || pending_action as what from campaign
  where organization_id = $1 and (pending_action is not null or pending_state is not null or pending_budget is not null)
  union all
  select 'action ' || id || ' is under way' from action
  where organization_id = $1 and (status = 'in_progress' or undo_status = 'in_progress')`);

const standing = statement<[organizationId: number, slug: string], Standing>(`
  select name, budget, target_cpa, state, platform_state, platform_id,
    (select array_agg(text || '/' || match_type order by text, match_type) from negative_keyword n
     where n.organization_id = $1 and n.campaign_id = c.id and ad_id is null) as negatives,
    (select array_agg(text || '/' || match_type || '/' || state || '/' || coalesce(cpc_bid::text, '') order by text) from keyword k
     where k.organization_id = $1 and k.campaign_id = c.id) as keywords,
    (select array_agg(name || '/' || state order by name) from ad where organization_id = $1 and campaign_id = c.id) as ads,
    (select count(*)::int from negative_keyword n
     where n.organization_id = $1 and n.campaign_id = c.id and n.platform_id is null) as waiting_negatives,
    (select count(*)::int from ad where organization_id = $1 and campaign_id = c.id and platform_id is null) as waiting_ads,
    (select count(*)::int from keyword where organization_id = $1 and campaign_id = c.id and platform_id is null)
      as waiting_keywords
  from campaign c where organization_id = $1 and slug = $2`);

interface Standing {
  name: string;
  budget: string;
  target_cpa: string | null;
  state: string;
  platform_state: string | null;
  platform_id: string | null;
  negatives: string[] | null;
  keywords: string[] | null;
  ads: string[] | null;
  waiting_negatives: number;
  waiting_ads: number;
  waiting_keywords: number;
}

/** A campaign as it stands here, the platform agreeing with every word of it. */
export interface Agreed {
  name: string;
  budget: number;
  target_cpa: number | null;
  state: string;
  negatives: string[];
  /** Text, match type, state and bid. */
  keywords: string[];
  /** Name and state. */
  ads: string[];
}

/**
 * Holds our rows to what the platform has, and nothing to be left under way; returns what both say. After a state
 * change that failed, the state only says so.
 */
export async function agreed(
  writes: Pick<Writes, 'database' | 'platform'>,
  organization: Organization,
  slug: string,
  { failed = false } = {},
): Promise<Agreed> {
  // A caller is answered when the action is done; its task is a moment later.
  await organization.quiet();
  assert.deepEqual(await writes.database.rows(leftovers, organization.id), []);
  const here = await writes.database.row(standing, organization.id, slug);
  assert.ok(here);
  const negatives = here.negatives ?? [];
  const keywords = (here.keywords ?? []).toSorted();
  const ads = here.ads ?? [];
  const there = await writes.platform.campaign(here.name);
  if (here.platform_id === null) assert.equal(there, null, 'the platform has a campaign that is not linked');
  else {
    assert.deepEqual(
      {
        id: there?.id,
        budget: Number(there?.budget),
        target: there?.targetCpa === null ? null : Number(there?.targetCpa),
        status: there?.status,
        negatives: there?.negatives.map(({ text, matchType }) => `${text}/${matchType}`).sort(),
        keywords: there?.ads
          .flatMap((ad) => ad.keywords)
          .map(({ text, matchType, status, cpcBid }) => `${text}/${matchType}/${status}/${cpcBid ?? ''}`)
          .sort(),
        ads: there?.ads.map(({ name, status }) => `${name}/${status}`).sort(),
      },
      {
        id: here.platform_id,
        budget: Number(here.budget),
        target: here.target_cpa === null ? null : Number(here.target_cpa),
        status: here.platform_state === 'live' ? 'enabled' : 'paused',
        negatives: negatives.toSorted(),
        keywords,
        ads: ads.toSorted(),
      },
    );
    if (!failed) assert.equal(here.platform_state, here.state === 'live' ? 'live' : 'paused');
    assert.deepEqual([here.waiting_negatives, here.waiting_ads, here.waiting_keywords], [0, 0, 0], 'parts without ids');
  }
  const { name, budget, target_cpa, state } = here;
  return {
    name,
    budget: Number(budget),
    target_cpa: target_cpa === null ? null : Number(target_cpa),
    state,
    negatives,
    keywords,
    ads,
  };
}

import { createHash } from 'node:crypto';
import { type Database, statement } from '../../../src/base/database.ts';

/** What a sync brings in, in the platform's own ids, so that two databases can be compared. */
const CONTENTS: Readonly<Record<string, string>> = {
  campaign: `select platform_id, slug, name, type, state, pending_state, platform_state, budget, target_cpa, website_url,
    platform_budget_id, budget_shared, bidding, spend_7d, conversions_7d from campaign where organization_id = $1`,
  ad: `select platform_id, name, state, final_url, headlines, descriptions, path1, path2, cpc_bid, approval
    from ad where organization_id = $1`,
  keyword: `select k.platform_id, a.platform_id as ad, k.text, match_type, k.state, k.cpc_bid, quality_score, k.approval,
      low_volume, first_page_cpc, clicks_30d, cost_30d, conversions_30d
    from keyword k join ad a on a.organization_id = $1 and a.id = k.ad_id where k.organization_id = $1`,
  negative: `select n.platform_id, a.platform_id as ad, n.text, match_type
    from negative_keyword n left join ad a on a.organization_id = $1 and a.id = n.ad_id where n.organization_id = $1`,
  asset: `select c.platform_id as campaign, a.position, kind, text, description1, description2, url, a.platform_id
    from campaign_asset a join campaign c on c.organization_id = $1 and c.id = a.campaign_id
    where a.organization_id = $1`,
  location: `select c.platform_id as campaign, l.position, kind, l.name, geo_target_id, latitude, longitude, radius_km
    from campaign_location l join campaign c on c.organization_id = $1 and c.id = l.campaign_id
    where l.organization_id = $1`,
  campaign_day: `select c.platform_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros
    from campaign_day d join campaign c on c.organization_id = $1 and c.id = d.campaign_id
    where d.organization_id = $1`,
  keyword_day: `select k.platform_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros
    from keyword_day d join keyword k on k.organization_id = $1 and k.id = d.keyword_id where d.organization_id = $1`,
  search_term_day: `select c.platform_id, t.term, day, d.ad_id = 0 as no_ad, impressions, clicks, cost_micros,
      conversions_micros, value_micros
    from search_term_day d join search_term t on t.organization_id = $1 and t.id = d.term_id
    join campaign c on c.organization_id = $1 and c.id = d.campaign_id where d.organization_id = $1`,
  organization_sum: `select day, impressions, clicks, cost_micros, conversions_micros, value_micros
    from organization_sum where organization_id = $1`,
  ad_account: `select id, status, selected, name, currency, time_zone, latest_day
    from ad_account where organization_id = $1`,
};

/** One line for each table: how many rows, and a hash of what stands in them. */
export async function fingerprint(database: Database, organizationId: number): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const [name, text] of Object.entries(CONTENTS)) {
    const ask = statement<[organizationId: number], { row: string }>(
      `select to_jsonb(q)::text as row from (${text}) q order by 1`,
    );
    const rows = await database.rows(ask, organizationId);
    const hash = createHash('sha256').update(rows.map(({ row }) => row).join('\n'));
    prints[name] = `${rows.length} ${hash.digest('hex').slice(0, 16)}`;
  }
  return prints;
}

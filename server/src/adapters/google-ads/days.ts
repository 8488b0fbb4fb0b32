import type { CampaignDay, Figures, KeywordDay, MatchType, SearchTermDay } from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import type { Gaql } from './gaql.ts';
import { gaql } from './gaql.ts';
import { doubleAt, integerAt, requiredText, textAt } from './json.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIGURES = gaql`metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions,
  metrics.conversions_value`;

/** Daily figures of every campaign, removed ones included: what was spent stays spent. */
export function campaignDays(client: GoogleAdsClient, customerId: string, from: string, to: string) {
  const query = gaql`SELECT segments.date, campaign.id, ${FIGURES}, metrics.search_impression_share,
    metrics.search_budget_lost_impression_share, metrics.search_rank_lost_impression_share
    FROM campaign WHERE ${period(from, to)} AND campaign.advertising_channel_type = 'SEARCH'`;
  return batches(client, customerId, query, (row): CampaignDay => {
    return {
      date: requiredText(row, 'segments', 'date'),
      campaignId: requiredText(row, 'campaign', 'id'),
      ...figures(row),
      impressionShare: doubleAt(row, 'metrics', 'searchImpressionShare'),
      lostToBudget: doubleAt(row, 'metrics', 'searchBudgetLostImpressionShare'),
      lostToRank: doubleAt(row, 'metrics', 'searchRankLostImpressionShare'),
    };
  });
}

/** Daily figures of every keyword. */
export function keywordDays(client: GoogleAdsClient, customerId: string, from: string, to: string) {
  const query = gaql`SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${FIGURES}
    FROM keyword_view WHERE ${period(from, to)} AND campaign.advertising_channel_type = 'SEARCH'`;
  return batches(client, customerId, query, (row): KeywordDay => {
    const adId = requiredText(row, 'adGroup', 'id');
    return {
      date: requiredText(row, 'segments', 'date'),
      campaignId: requiredText(row, 'campaign', 'id'),
      adId,
      keywordId: `${adId}~${requiredText(row, 'adGroupCriterion', 'criterionId')}`,
      ...figures(row),
    };
  });
}

/** Daily figures of every search term in every ad. */
export function searchTermDays(client: GoogleAdsClient, customerId: string, from: string, to: string) {
  const query = gaql`SELECT segments.date, segments.search_term_match_type, campaign.id, ad_group.id,
    search_term_view.search_term, search_term_view.status, ${FIGURES}
    FROM search_term_view WHERE ${period(from, to)} AND campaign.advertising_channel_type = 'SEARCH'`;
  return batches(client, customerId, query, (row): SearchTermDay => {
    return {
      date: requiredText(row, 'segments', 'date'),
      campaignId: requiredText(row, 'campaign', 'id'),
      adId: requiredText(row, 'adGroup', 'id'),
      term: requiredText(row, 'searchTermView', 'searchTerm'),
      matchType: termMatchType(textAt(row, 'segments', 'searchTermMatchType')),
      status: termStatus(textAt(row, 'searchTermView', 'status')),
      ...figures(row),
    };
  });
}

async function* batches<Row>(
  client: GoogleAdsClient,
  customerId: string,
  query: Gaql,
  read: (row: unknown) => Row,
): AsyncGenerator<Row[]> {
  for await (const batch of client.stream(customerId, query)) yield batch.map(read);
}

function period(from: string, to: string): Gaql {
  if (!DAY.test(from) || !DAY.test(to)) throw new TypeError('days are written YYYY-MM-DD');
  return gaql`segments.date BETWEEN ${from} AND ${to}`;
}

function figures(row: unknown): Figures {
  return {
    impressions: integerAt(row, 'metrics', 'impressions'),
    clicks: integerAt(row, 'metrics', 'clicks'),
    costMicros: integerAt(row, 'metrics', 'costMicros'),
    conversions: doubleAt(row, 'metrics', 'conversions') ?? 0,
    conversionsValue: doubleAt(row, 'metrics', 'conversionsValue') ?? 0,
  };
}

/** Close variants belong to the match type they vary. */
function termMatchType(name: string | null): MatchType {
  if (name === 'EXACT' || name === 'NEAR_EXACT') return 'exact';
  return name === 'PHRASE' || name === 'NEAR_PHRASE' ? 'phrase' : 'broad';
}

function termStatus(name: string | null): SearchTermDay['status'] {
  if (name === 'EXCLUDED' || name === 'ADDED_EXCLUDED') return 'excluded';
  return name === 'ADDED' ? 'added' : 'none';
}

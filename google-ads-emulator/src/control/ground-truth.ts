import { dateOfDay } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { numberAt, textAt } from '../json.ts';
import { HIDDEN_BELOW_MONTHLY_SEARCHES, type Term } from '../market/term.ts';
import type { StreamClaim } from '../metrics/claims.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import { type Expected, expectedAlone, nothing, plus, type Truth, truthAt } from '../metrics/truth.ts';

/** The truth behind an account's figures as it stands now: true rates, prices and shares of cost, of everything in it. */
export function groundTruth(model: PerformanceModel, now: number): object {
  const truth = truthAt(model, now);
  const total = [...truth.streams.values()].reduce(plus, nothing());
  const keywords: JsonObject[] = [];
  const terms: JsonObject[] = [];
  for (const keyword of model.account.all('adGroupCriteria')) {
    if (keyword.negative === true || keyword.status === 'REMOVED') continue;
    const claims = model.claims.ofKeyword(textAt(keyword, 'resourceName'));
    const place = placeOf(model, keyword);
    const sum = sumOf(truth, claims);
    const rates = ratesOf(sum.impressions > 0 ? sum : sumAlone(truth, claims));
    keywords.push({ ...place, ...keywordTruth(model, keyword), ...rates, ...costs(sum, total) });
    for (const { stream } of claims) {
      const expected = truth.streams.get(stream);
      const rates = ratesOf(expected ?? expectedAlone(truth.lineup, stream));
      terms.push({ ...place, ...termTruth(model, stream.term), ...rates, ...costs(expected ?? nothing(), total) });
    }
  }
  return {
    customer_id: model.account.id,
    hidden_below_monthly_searches: HIDDEN_BELOW_MONTHLY_SEARCHES,
    account: { ...ratesOf(total), ...costs(total, total), waste_cost_share: wasteShare(model, truth, total) },
    campaigns: [...model.account.all('campaigns')].map((campaign) => campaignTruth(model, truth, campaign, total)),
    keywords,
    search_terms: terms,
    unreached_terms: unreached(model),
  };
}

/** A term wastes when its true CPA is more than twice the target: the campaign's, or else what the campaign pays on average. */
function wasteShare(model: PerformanceModel, truth: Truth, total: Expected): number {
  let waste = 0;
  for (const campaign of model.account.all('campaigns')) {
    const streams = [...truth.streams].filter(([stream]) => stream.campaign === campaign.resourceName);
    const { cost, conversions } = streams.reduce((sum, [, one]) => plus(sum, one), nothing());
    const target = targetOf(campaign) || cost / conversions;
    for (const [, one] of streams) if (one.cost > WASTE_FROM * target * one.conversions) waste += one.cost;
  }
  return total.cost > 0 ? rounded(waste / total.cost) : 0;
}

function campaignTruth(model: PerformanceModel, truth: Truth, campaign: JsonObject, total: Expected): JsonObject {
  const name = textAt(campaign, 'resourceName');
  const streams = [...truth.streams].filter(([stream]) => stream.campaign === name);
  const expected = streams.reduce((sum, [, one]) => plus(sum, one), nothing());
  const spending = truth.campaigns.get(name);
  return {
    campaign: textAt(campaign, 'name'),
    campaign_id: textAt(campaign, 'id'),
    status: textAt(campaign, 'status'),
    target_cpa: targetOf(campaign) || null,
    /** What demand would cost in a day, and the part of it that the budget pays for. */
    wanted_daily_cost: rounded(spending?.wanted ?? 0),
    served_share: rounded(spending?.served ?? 0),
    ...ratesOf(expected),
    ...costs(expected, total),
    tracking_gaps: model.trackingGapsOf(name).map(({ first, last, kept }) => {
      return { from: dateOfDay(first), to: dateOfDay(last), kept };
    }),
  };
}

function keywordTruth(model: PerformanceModel, keyword: JsonObject): JsonObject {
  return {
    criterion_id: textAt(keyword, 'criterionId'),
    status: textAt(keyword, 'status'),
    nature: model.natureOf(textAt(keyword, 'keyword', 'text')) ?? null,
  };
}

function termTruth(model: PerformanceModel, term: Term): JsonObject {
  const since = model.convertsSince(term);
  return {
    term: term.text,
    kind: term.kind,
    hidden: term.hidden,
    monthly_searches: rounded(term.searches),
    converts_never: term.cvr === 0,
    converts_since: Number.isFinite(since) ? dateOfDay(since) : null,
  };
}

/** Good or bad, nobody's keyword reaches them. */
function unreached(model: PerformanceModel): JsonObject[] {
  return model.market.terms
    .filter((term) => model.claims.ofTerm(term).length === 0)
    .map((term) => ({ ...termTruth(model, term), true_cpc: rounded(term.cpc), true_cvr: rounded(term.cvr) }));
}

function placeOf({ account }: PerformanceModel, keyword: JsonObject): JsonObject {
  const adGroup = account.get(textAt(keyword, 'adGroup'));
  const campaign = account.get(textAt(adGroup, 'campaign'));
  return {
    campaign: textAt(campaign, 'name'),
    campaign_id: textAt(campaign, 'id'),
    ad_group_id: textAt(adGroup, 'id'),
    keyword: textAt(keyword, 'keyword', 'text'),
    match_type: textAt(keyword, 'keyword', 'matchType'),
  };
}

function sumOf({ streams }: Truth, claims: readonly StreamClaim[]): Expected {
  return claims.reduce((sum, { stream }) => plus(sum, streams.get(stream) ?? nothing()), nothing());
}

/** A keyword that does not show has the rates of what it would show for. */
function sumAlone({ lineup }: Truth, claims: readonly StreamClaim[]): Expected {
  return claims.reduce((sum, { stream }) => plus(sum, expectedAlone(lineup, stream)), nothing());
}

function ratesOf({ impressions, clicks, cost, conversions }: Expected): JsonObject {
  return {
    true_ctr: impressions > 0 ? rounded(clicks / impressions) : null,
    true_cpc: clicks > 0 ? rounded(cost / clicks) : null,
    true_cvr: clicks > 0 ? rounded(conversions / clicks) : null,
    true_cpa: conversions > 0 ? rounded(cost / conversions) : null,
  };
}

function costs({ searches, clicks, cost, conversions }: Expected, total: Expected): JsonObject {
  return {
    daily_searches: rounded(searches),
    daily_clicks: rounded(clicks),
    daily_cost: rounded(cost),
    daily_conversions: rounded(conversions),
    cost_share: total.cost > 0 ? rounded(cost / total.cost) : 0,
  };
}

function targetOf(campaign: JsonObject | undefined): number {
  const micros =
    numberAt(campaign, 'maximizeConversions', 'targetCpaMicros') || numberAt(campaign, 'targetCpa', 'targetCpaMicros');
  return micros / 1_000_000;
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

const WASTE_FROM = 2;

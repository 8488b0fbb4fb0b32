import { generateKeywordIdeas } from '../../../google-ads-emulator/src/api/keyword-ideas.ts';
import { type JsonObject, listAt, numberAt, textAt, toJson } from '../../../google-ads-emulator/src/json.ts';
import type { CampaignType } from '../../../server/src/campaigns/campaign.ts';
import type {
  AccountTerm,
  CampaignFacts,
  EvidenceWith,
  KeywordFacts,
  NegativeFacts,
  PartName,
  TermFacts,
} from '../../../server/src/detection/evidence.ts';
import {
  campaignFigures,
  type Figures,
  NO_FIGURES,
  plus,
  settledWindow,
} from '../../../server/src/detection/figures.ts';
import type { KeywordIdea, MatchType } from '../../../server/src/ports/ad-platform.ts';
import type { AdviceAccount } from './account.ts';
import { CampaignSeen, KeywordSeen, observe } from './observed.ts';

const MICROS = 1_000_000;
const MOST_SEEDS = 10;
const MOST_ACCOUNT_TERMS = 2_000;
const BUDGET_MOVE_PCT = 25;

/** The evidence of every campaign of an account, as the service would read it today. */
export function evidenceOf(account: AdviceAccount, windowDays: number): EvidenceWith<PartName>[] {
  const observed = observe(account, windowDays);
  const seen = account.campaigns.map((campaign) => ({
    campaign,
    seen: observed.get(textAt(campaign, 'resourceName')) ?? new CampaignSeen(),
  }));
  const latestDay = account.today - 1;
  const last90 = seen
    .map((one) => campaignFigures(one.seen, settledWindow({ latestDay }, 90)))
    .reduce<Figures>(plus, NO_FIGURES);
  const accountTerms = seen
    .flatMap(({ campaign, seen: { terms } }) =>
      [...terms.values()].map(({ text, last90: settled, recent }) => {
        const campaignId = account.numberOf(textAt(campaign, 'resourceName'));
        return { campaignId, text, ...plus(settled, recent) };
      }),
    )
    .sort((a, b) => b.cost - a.cost)
    .slice(0, MOST_ACCOUNT_TERMS);
  return seen.map((one) => ofCampaign(account, { ...one, last90, accountTerms }));
}

interface Observed {
  campaign: JsonObject;
  seen: CampaignSeen;
  last90: Figures;
  accountTerms: readonly AccountTerm[];
}

function ofCampaign(account: AdviceAccount, { campaign, seen, last90, accountTerms }: Observed) {
  const name = textAt(campaign, 'resourceName');
  const keywords = account.keywords(name).map((keyword) => keywordFacts(account, keyword, seen));
  const terms = [...seen.terms.values()].map(
    (term): TermFacts => ({
      ...term,
      id: account.numberOf(`${name}|${term.text}`),
      firstSeenDay: term.firstDay,
      adIds: [...term.adGroups].sort((a, b) => b[1] - a[1]).map(([group]) => account.numberOf(group)),
    }),
  );
  const older = [...seen.keywords].map(
    ([keyword, { older: figures }]) => [account.numberOf(keyword), figures] as const,
  );
  const [brand = ''] = account.account.facts.name.split(' (');
  return {
    today: account.today,
    latestDay: account.today - 1,
    campaign: campaignFacts(account, campaign),
    days: seen.days,
    organization: { last90, mostBudget: null, budgetMovePct: BUDGET_MOVE_PCT },
    profile: { brand, products: [], competitors: [], locations: [], description: '' },
    ads: account.adGroups(name).map((group) => adFacts(account, group)),
    keywords,
    keywordTexts: keywords.toSorted((a, b) => b.last90.conversions - a.last90.conversions),
    olderFigures: new Map(older),
    negatives: negativesOf(account, name),
    terms,
    termImpressions: new Map(terms.map(({ id, last90: { impressions } }) => [id, impressions])),
    accountTerms,
    accountKeywords: account.campaigns
      .map((other) => textAt(other, 'resourceName'))
      .filter((other) => other !== name)
      .flatMap((other) => account.keywords(other).map(wordsOf)),
    ideas: ideasFor(account, keywords),
  };
}

function campaignFacts(account: AdviceAccount, campaign: JsonObject): CampaignFacts {
  const [name, slug] = [textAt(campaign, 'resourceName'), textAt(campaign, 'name')];
  const isManual = campaign.biddingStrategyType === 'MANUAL_CPC';
  const target = numberAt(campaign, 'maximizeConversions', 'targetCpaMicros') / MICROS;
  const budget = account.account.get(textAt(campaign, 'campaignBudget'));
  const id = account.numberOf(name);
  return {
    id,
    slug,
    name: slug,
    type: typeOf(slug),
    bidding: isManual ? 'manual_cpc' : 'maximize_conversions',
    budget: numberAt(budget, 'amountMicros') / MICROS,
    budgetShared: false,
    targetCpa: target > 0 ? target : null,
    targetChangedDay: account.targetChanges.get(id) ?? null,
    createdDay: account.createdDay(name),
  };
}

function typeOf(name: string): CampaignType {
  if (name === 'Brand') return 'brand';
  return name === 'Competitors' ? 'competitor' : 'prospecting';
}

function keywordFacts(account: AdviceAccount, keyword: JsonObject, seen: CampaignSeen): KeywordFacts {
  const name = textAt(keyword, 'resourceName');
  const { firstDay, last30, last90, recent, impressions30 } = seen.keywords.get(name) ?? new KeywordSeen();
  const bid = numberAt(keyword, 'cpcBidMicros') / MICROS;
  return {
    ...wordsOf(keyword),
    id: account.numberOf(name),
    adId: account.numberOf(textAt(keyword, 'adGroup')),
    state: keyword.status === 'ENABLED' ? 'enabled' : 'paused',
    cpcBid: bid > 0 ? bid : null,
    firstPageCpc: null,
    approval: 'approved',
    lowVolume: false,
    createdDay: account.createdDay(name),
    firstDay: Number.isFinite(firstDay) ? firstDay : null,
    last30,
    last90,
    recent,
    impressions30,
  };
}

function adFacts(account: AdviceAccount, group: JsonObject) {
  const name = textAt(group, 'resourceName');
  const bid = numberAt(group, 'cpcBidMicros') / MICROS;
  const holder = [...account.account.all('adGroupAds')].find((ad) => textAt(ad, 'adGroup') === name);
  const headlines = listAt(holder, 'ad', 'responsiveSearchAd', 'headlines').map((headline) => textAt(headline, 'text'));
  return {
    id: account.numberOf(name),
    name: textAt(group, 'name'),
    state: 'enabled' as const,
    headlines,
    cpcBid: bid > 0 ? bid : null,
  };
}

function negativesOf(account: AdviceAccount, campaign: string): NegativeFacts[] {
  return [...account.exclusions(campaign), ...account.keywords(campaign, true)].map((one) => ({
    ...wordsOf(one),
    id: account.numberOf(textAt(one, 'resourceName')),
    adId: textAt(one, 'adGroup') === '' ? null : account.numberOf(textAt(one, 'adGroup')),
  }));
}

function wordsOf(keyword: JsonObject): { text: string; matchType: MatchType } {
  const type = textAt(keyword, 'keyword', 'matchType');
  return {
    text: textAt(keyword, 'keyword', 'text'),
    matchType: type === 'EXACT' ? 'exact' : type === 'PHRASE' ? 'phrase' : 'broad',
  };
}

function ideasFor(account: AdviceAccount, keywords: readonly KeywordFacts[]): KeywordIdea[] {
  const running = keywords.filter(({ state }) => state === 'enabled');
  const seeds = running.toSorted((a, b) => b.last90.conversions - a.last90.conversions).slice(0, MOST_SEEDS);
  if (seeds.length === 0) return [];
  const body = toJson({ keywordSeed: { keywords: seeds.map(({ text }) => text) } });
  const { results = [] } = generateKeywordIdeas(account.model, body, account.simulation.now);
  return results.map(({ text = '', keywordIdeaMetrics: metrics }) => ({
    text,
    monthlySearches: Number(metrics?.avgMonthlySearches ?? 0),
    competition: 'unknown',
    lowBid: bidOf(metrics?.lowTopOfPageBidMicros),
    highBid: bidOf(metrics?.highTopOfPageBidMicros),
  }));
}

function bidOf(micros: string | undefined): string | null {
  return micros === undefined ? null : (Number(micros) / MICROS).toFixed(2);
}

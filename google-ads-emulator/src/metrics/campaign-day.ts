import type { JsonObject } from '../json.ts';
import { numberAt, textAt } from '../json.ts';
import type { Account } from '../store/account.ts';
import { type Archetype, TRAITS, type Traits } from './archetypes.ts';
import { isEnabled, isPresent, type LivePart, livePart } from './day-state.ts';
import { CENT_MICROS, type Conversion, type Leaf, type Stream } from './leaf.ts';
import { negativeMatches } from './negative-match.ts';
import type { MarketPlan } from './plan.ts';
import { hash, mix, Random, unit } from './random.ts';
import { conversionsDue, lagOf, seasonFactor, weekdayFactor } from './timing.ts';

/** The keywords and negatives of a campaign, past and present, by name. */
export interface CampaignIndex {
  keywords: string[];
  negatives: string[];
}

/** What a day knows of the market that it happens in. */
export interface DayMarket {
  readonly account: Account;
  readonly plan: MarketPlan;
  readonly seed: number;
  indexOf(campaign: string): CampaignIndex;
  streamsOf(keyword: JsonObject): Stream[];
  archetypeOf(text: string): Archetype;
  demandOf(campaign: string): number;
}

/** The campaign and day to make leaves for. */
export interface DayRequest {
  name: string;
  day: number;
  campaign: LivePart;
  budgetMicros: number;
}

interface Auction {
  traits: Traits;
  clickPrice: number;
  impressionShare: number;
}

/** One campaign's day: demand meets keywords, minus negatives, until the budget is spent. */
export class CampaignDay {
  readonly #model: DayMarket;
  readonly #request: DayRequest;
  /** How lively the day is: weekday, season and a slow drift. */
  readonly #mood: number;
  readonly #negatives: LivePart[];

  constructor(model: DayMarket, request: DayRequest) {
    this.#model = model;
    this.#request = request;
    const week = new Random(mix(hash(request.name), Math.floor(request.day / 7)));
    this.#mood = weekdayFactor(request.day) * seasonFactor(request.day) * week.around1(0.06);
    this.#negatives = this.#live(model.indexOf(request.name).negatives, isPresent);
  }

  leaves(): Leaf[] {
    const keywords = this.#live(this.#model.indexOf(this.#request.name).keywords, isEnabled);
    const exact = new Set(keywords.map(({ resource }) => exactText(resource)));
    const leaves: Leaf[] = [];
    for (const keyword of keywords) this.#addLeaves(keyword, exact, leaves);
    return this.#withinBudget(leaves).filter((leaf) => leaf.impressions > 0);
  }

  #addLeaves(keyword: LivePart, exact: ReadonlySet<string>, leaves: Leaf[]): void {
    const { account } = this.#model;
    const adGroup = livePart(account, textAt(keyword.resource, 'adGroup'), this.#request.day, isEnabled);
    if (!adGroup) return;
    const window = overlap([this.#request.campaign, adGroup, keyword]);
    const auction = this.#auction(keyword.resource, adGroup.resource);
    for (const stream of this.#model.streamsOf(keyword.resource)) {
      const isTakenByExact = stream.matchType !== 'EXACT' && exact.has(stream.term.text);
      const open = isTakenByExact ? undefined : this.#minusNegatives(window, stream);
      if (open) leaves.push(this.#leaf(stream, auction, open));
    }
  }

  /** Tighter targets and lower bids win fewer auctions, at lower prices. */
  #auction(keyword: JsonObject, adGroup: JsonObject): Auction {
    const { plan, seed } = this.#model;
    const text = textAt(keyword, 'keyword', 'text');
    const traits = TRAITS[this.#model.archetypeOf(text)];
    const quality = 0.85 + 0.3 * unit(mix(seed, hash(`quality|${text}`)));
    const campaign = this.#request.campaign.resource;
    const bid = (numberAt(keyword, 'cpcBidMicros') || numberAt(adGroup, 'cpcBidMicros')) / 1_000_000;
    if (campaign.biddingStrategyType === 'MANUAL_CPC' && bid > 0) {
      const pressure = clamp((bid / (plan.base.cpc * traits.cpc)) ** 0.6, 0.2, 1.4);
      return { traits, clickPrice: bid * 0.86, impressionShare: Math.min(0.95, 0.58 * pressure * quality) };
    }
    const target =
      numberAt(campaign, 'maximizeConversions', 'targetCpaMicros') ||
      numberAt(campaign, 'targetCpa', 'targetCpaMicros');
    const usual = (plan.base.cpc / plan.base.cvr) * USUAL_TARGET;
    const pressure = target > 0 ? clamp((target / 1_000_000 / usual) ** 0.6, 0.35, 1.3) : 1;
    const clickPrice = plan.base.cpc * traits.cpc * pressure ** 0.5;
    return { traits, clickPrice, impressionShare: Math.min(0.95, 0.58 * pressure * quality) };
  }

  /** Clicks that convert come evenly, so that no good keyword looks dead by bad luck; the others by chance. */
  #leaf(stream: Stream, auction: Auction, window: { from: number; to: number }): Leaf {
    const { plan } = this.#model;
    const { traits, impressionShare } = auction;
    const { day } = this.#request;
    const random = new Random(mix(stream.seed, day));
    const average = (traits.searches * stream.term.share * this.#model.demandOf(this.#request.name)) / DAYS_IN_MONTH;
    const clickRate = Math.min(0.5, plan.base.ctr * traits.ctr * stream.term.ctr);
    const conversionRate = plan.base.cvr * traits.cvr * stream.term.cvr;
    const converting = conversionsDue(stream.seed, day, average * impressionShare * clickRate * conversionRate);
    const shown = random.poisson(average * this.#mood * random.around1(0.2) * impressionShare);
    const clicks = converting + random.binomial(shown, clickRate * (1 - conversionRate));
    const impressions = Math.max(shown, clicks);
    let costMicros = 0;
    for (let click = 0; click < clicks; click += 1) {
      costMicros += Math.max(1, Math.round(auction.clickPrice * random.around1(0.22) * 100)) * CENT_MICROS;
    }
    const conversions: Conversion[] = Array.from({ length: converting }, () => ({
      lag: lagOf(random),
      value: Math.round(plan.base.value * random.around1(0.4) * 100) / 100,
    }));
    const eligible = impressions / impressionShare;
    return { stream, day, ...window, impressions, clicks, costMicros, conversions, eligible, lostToBudget: 0 };
  }

  /** Thins all leaves alike when demand would cost more than Google's pacing spends of the budget. */
  #withinBudget(leaves: Leaf[]): Leaf[] {
    const { day, name, budgetMicros } = this.#request;
    const wanted = leaves.reduce((sum, leaf) => sum + leaf.costMicros, 0);
    const pacing = 0.9 + 0.16 * unit(mix(hash(name), day));
    const cap = budgetMicros * pacing;
    if (wanted <= cap) return leaves;
    return thinned(leaves, cap / wanted, mix(hash(name), day + 1));
  }

  #minusNegatives(window: { from: number; to: number }, stream: Stream): { from: number; to: number } | undefined {
    let { from, to } = window;
    for (const negative of this.#negatives) {
      const adGroup = textAt(negative.resource, 'adGroup');
      if ((adGroup !== '' && adGroup !== stream.adGroup) || !blocks(negative.resource, stream)) continue;
      if (negative.from > 0) to = Math.min(to, negative.from);
      else from = Math.max(from, negative.to);
    }
    return to > from ? { from, to } : undefined;
  }

  #live(names: readonly string[], isLive: (resource: JsonObject) => boolean): LivePart[] {
    const parts = names.map((name) => livePart(this.#model.account, name, this.#request.day, isLive));
    return parts.filter((part) => part !== undefined);
  }
}

/** Keeps an even share of everything: what one leaf loses by rounding, the next one may keep. */
function thinned(leaves: readonly Leaf[], kept: number, seed: number): Leaf[] {
  const impressionsKept = evenShare(kept, seed);
  const clicksKept = evenShare(kept, seed + 1);
  const conversionsKept = evenShare(kept, seed + 2);
  return leaves.map((leaf) => {
    const conversions = leaf.conversions.slice(0, conversionsKept(leaf.conversions.length));
    const clicks = Math.max(conversions.length, clicksKept(leaf.clicks));
    const share = leaf.clicks === 0 ? 0 : clicks / leaf.clicks;
    return {
      ...leaf,
      impressions: Math.max(clicks, impressionsKept(leaf.impressions)),
      clicks,
      costMicros: Math.round((leaf.costMicros * share) / CENT_MICROS) * CENT_MICROS,
      conversions,
      lostToBudget: 1 - kept,
    };
  });
}

function evenShare(kept: number, seed: number): (count: number) => number {
  let rest = unit(seed);
  return (count) => {
    const exact = count * kept + rest;
    rest = exact % 1;
    return Math.min(count, Math.floor(exact));
  };
}

function blocks(negative: JsonObject, stream: Stream): boolean {
  const name = textAt(negative, 'resourceName');
  const known = stream.blockedBy.get(name);
  if (known !== undefined) return known;
  const text = textAt(negative, 'keyword', 'text');
  const found = negativeMatches(text, textAt(negative, 'keyword', 'matchType'), stream.term.text);
  stream.blockedBy.set(name, found);
  return found;
}

function overlap(parts: readonly LivePart[]): { from: number; to: number } {
  return { from: Math.max(...parts.map(({ from }) => from)), to: Math.min(...parts.map(({ to }) => to)) };
}

function exactText(keyword: JsonObject): string {
  const isExact = textAt(keyword, 'keyword', 'matchType') === 'EXACT';
  return isExact ? textAt(keyword, 'keyword', 'text').toLowerCase() : '';
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

const DAYS_IN_MONTH = 30.4;
/** A target at this multiple of the account's usual cost for a conversion restrains nothing. */
const USUAL_TARGET = 1.5;

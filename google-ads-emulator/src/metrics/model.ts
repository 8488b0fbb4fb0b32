import type { JsonObject } from '../json.ts';
import { at, numberAt, textAt } from '../json.ts';
import type { Account } from '../store/account.ts';
import { type Archetype, dealtArchetype, TRAITS } from './archetypes.ts';
import { CampaignDay, type CampaignIndex, type DayMarket } from './campaign-day.ts';
import { isEnabled, isPresent, livePart } from './day-state.ts';
import type { Leaf, Stream } from './leaf.ts';
import type { MarketPlan } from './plan.ts';
import { hash, mix } from './random.ts';
import { termsOf } from './terms.ts';

/** Makes an account's leaves, day by day, from what its campaigns were on that day; days already made are kept. */
export class PerformanceModel implements DayMarket {
  readonly account: Account;
  readonly plan: MarketPlan;
  readonly seed: number;
  readonly #days = new Map<string, Map<number, readonly Leaf[]>>();
  readonly #streams = new Map<string, Stream[]>();
  #index = new Map<string, CampaignIndex>();
  #changesSeen = -1;

  constructor(account: Account, plan: MarketPlan, seed: number) {
    this.account = account;
    this.plan = plan;
    this.seed = mix(seed, hash(account.id));
  }

  /** The leaves of a campaign on a local day. */
  leaves(campaign: string, day: number): readonly Leaf[] {
    this.#refresh();
    const days = this.#days.get(campaign) ?? new Map<number, readonly Leaf[]>();
    this.#days.set(campaign, days);
    const known = days.get(day);
    if (known) return known;
    const made = this.#make(campaign, day);
    days.set(day, made);
    return made;
  }

  /** The streams of a keyword: the search terms it meets. */
  streamsOf(keyword: JsonObject): Stream[] {
    const name = textAt(keyword, 'resourceName');
    const known = this.#streams.get(name);
    if (known) return known;
    const made = this.#makeStreams(keyword);
    this.#streams.set(name, made);
    return made;
  }

  archetypeOf(text: string): Archetype {
    return this.plan.archetypes.get(text.toLowerCase()) ?? dealtArchetype(this.seed, text);
  }

  /** How much demand a campaign meets; a renamed campaign keeps its own. */
  demandOf(campaign: string): number {
    const [first] = this.account.history(campaign);
    return this.plan.demand.get(textAt(first?.resource, 'name')) ?? 1;
  }

  indexOf(campaign: string): CampaignIndex {
    this.#refresh();
    return this.#index.get(campaign) ?? { keywords: [], negatives: [] };
  }

  #makeStreams(keyword: JsonObject): Stream[] {
    const text = textAt(keyword, 'keyword', 'text').toLowerCase();
    const matchType = textAt(keyword, 'keyword', 'matchType');
    const adGroup = textAt(keyword, 'adGroup');
    const campaign = textAt(this.account.get(adGroup), 'campaign');
    const archetype = this.archetypeOf(text);
    if (TRAITS[archetype].searches === 0) return [];
    const terms = termsOf(this.plan, this.seed, text, matchType, archetype, this.demandOf(campaign));
    return terms.map((term) => ({
      keyword: textAt(keyword, 'resourceName'),
      adGroup,
      campaign,
      matchType,
      archetype,
      term,
      seed: mix(this.seed, hash(`${campaign}|${text}|${matchType}|${term.text}`)),
      blockedBy: new Map(),
    }));
  }

  #make(name: string, day: number): readonly Leaf[] {
    const campaign = livePart(this.account, name, day, isEnabled);
    if (!campaign) return [];
    const budget = livePart(this.account, textAt(campaign.resource, 'campaignBudget'), day, isPresent);
    const budgetMicros = numberAt(budget?.resource, 'amountMicros');
    if (budgetMicros === 0) return [];
    return new CampaignDay(this, { name, day, campaign, budgetMicros }).leaves();
  }

  /** Rebuilds the index after commits, and forgets the days they could have touched. */
  #refresh(): void {
    const { changes } = this.account;
    if (this.#changesSeen === changes.length) return;
    const firstNew = changes[Math.max(0, this.#changesSeen)];
    const since = this.#changesSeen < 0 || !firstNew ? Number.NEGATIVE_INFINITY : this.account.time.day(firstNew.at);
    for (const days of this.#days.values()) {
      for (const day of days.keys()) if (day >= since) days.delete(day);
    }
    this.#index = indexCampaigns(this.account);
    this.#changesSeen = changes.length;
  }
}

function indexCampaigns(account: Account): Map<string, CampaignIndex> {
  const index = new Map<string, CampaignIndex>();
  for (const campaign of account.all('campaigns')) {
    index.set(textAt(campaign, 'resourceName'), { keywords: [], negatives: [] });
  }
  for (const criterion of account.all('adGroupCriteria')) {
    const entry = index.get(textAt(account.get(textAt(criterion, 'adGroup')), 'campaign'));
    const list = criterion.negative === true ? entry?.negatives : entry?.keywords;
    list?.push(textAt(criterion, 'resourceName'));
  }
  for (const criterion of account.all('campaignCriteria')) {
    if (criterion.negative !== true || at(criterion, 'keyword') === undefined) continue;
    index.get(textAt(criterion, 'campaign'))?.negatives.push(textAt(criterion, 'resourceName'));
  }
  return index;
}

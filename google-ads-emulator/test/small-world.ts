import assert from 'node:assert/strict';
import { textAt } from '../src/json.ts';
import { type Leaf, noTotals, type Totals } from '../src/metrics/leaf.ts';
import type { MutateOperation } from '../src/wire.gen.ts';
import type { CampaignDraft, WorldDescription, WorldDraft } from '../src/worlds/description.ts';
import { readWorld } from '../src/worlds/read-world.ts';
import { Simulation } from '../src/worlds/simulation.ts';

/** The one account of the small world. */
export const SHOP = '3000000001';
export const NOON = Date.parse('2026-11-14T12:00:00Z');
/** A term that no keyword of the shop sells anything to. */
export const WASTE = 'ballet slippers';

type Market = NonNullable<WorldDraft['accounts'][number]['market']>;

/** A shoe shop with one campaign that has more money than it needs, but for what a test changes. */
export function smallWorld(campaign: Partial<CampaignDraft> = {}, market: Partial<Market> = {}): WorldDescription {
  return readWorld({
    seed: 7,
    logins: [{ email: 'shop@demo.test', name: 'Shop', customers: [SHOP] }],
    accounts: [
      {
        id: SHOP,
        name: 'Shoe Shop',
        currency: 'EUR',
        time_zone: 'UTC',
        campaigns: [{ ...SHOES, ...campaign }],
        market: { ...MARKET, ...market },
      },
    ],
  } satisfies WorldDraft);
}

const SHOES: CampaignDraft = {
  name: 'Shoes',
  daily_budget: 10_000,
  started_days_ago: 60,
  bidding: { strategy: 'maximize_conversions' },
  ad_groups: [
    {
      name: 'Shoes',
      cpc_bid: 1.25,
      final_url: 'https://shoes.example/',
      headlines: ['Red Shoes', 'All Sizes', 'Sent Today'],
      descriptions: ['Shoes in every size.', 'Free returns for a month.'],
      keywords: [
        { text: 'red shoes', match_type: 'PHRASE' },
        { text: 'sneakers', match_type: 'BROAD' },
      ],
    },
  ],
};

const MARKET: Market = {
  base: { cpc: 1, ctr: 0.1, cvr: 0.1, value: 50 },
  terms: [
    { text: 'red shoes', searches: 6000 },
    { text: 'red shoes sale', searches: 3000, cvr: 0.16 },
    { text: 'red shoes paris', searches: 3000, cvr: 0 },
    { text: 'running sneakers', searches: 4000, cpc: 1.5 },
    { text: WASTE, searches: 2000, cvr: 0, reached_by: ['sneakers'] },
    { text: 'blue boots', searches: 2000 },
  ],
};

/** A simulation of the shop. */
export class Shop extends Simulation {
  constructor(description = smallWorld(), seed?: number) {
    super(description, NOON, seed);
  }

  /** Lets days pass; the days that then are over. */
  play(days: number): { first: number; last: number } {
    const first = this.today(SHOP);
    this.advance(days);
    return { first, last: this.today(SHOP) - 1 };
  }

  total(days: { first: number; last: number }, wanted: (leaf: Leaf) => boolean = () => true): Totals {
    return this.sums(SHOP, days, (leaf) => (wanted(leaf) ? 'all' : undefined)).get('all') ?? noTotals();
  }

  byTerm(days: { first: number; last: number }): Map<string, Totals> {
    return this.sums(SHOP, days, ({ stream }) => stream.term.text);
  }

  change(...operations: MutateOperation[]): void {
    assert.deepEqual(this.mutate(SHOP, operations).errors, []);
  }

  exclude(text: string, matchType: 'EXACT' | 'PHRASE' | 'BROAD' = 'EXACT'): void {
    const create = { campaign: this.#name('campaigns'), negative: true, keyword: { text, matchType } };
    this.change({ campaignCriterionOperation: { create } });
  }

  addKeyword(text: string, matchType: 'EXACT' | 'PHRASE' | 'BROAD'): void {
    const create = { adGroup: this.#name('adGroups'), keyword: { text, matchType } };
    this.change({ adGroupCriterionOperation: { create } });
  }

  updateKeyword(text: string, update: { status?: 'PAUSED'; cpcBidMicros?: string }, updateMask: string): void {
    const resourceName = this.keyword(text);
    this.change({ adGroupCriterionOperation: { update: { resourceName, ...update }, updateMask } });
  }

  setBudget(amount: number): void {
    const update = { resourceName: this.#name('campaignBudgets'), amountMicros: String(amount * 1_000_000) };
    this.change({ campaignBudgetOperation: { update, updateMask: 'amount_micros' } });
  }

  keyword(text: string): string {
    const found = [...this.account(SHOP).all('adGroupCriteria')].find((one) => textAt(one, 'keyword', 'text') === text);
    return textAt(found, 'resourceName');
  }

  #name(kind: 'campaigns' | 'campaignBudgets' | 'adGroups'): string {
    const [first] = this.account(SHOP).all(kind);
    return textAt(first, 'resourceName');
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundTruth } from '../src/control/ground-truth.ts';
import { type Json, listAt, numberAt, textAt, toJson } from '../src/json.ts';
import { type Leaf, noTotals } from '../src/metrics/leaf.ts';
import type { MutateOperation } from '../src/wire.gen.ts';
import { DEMO_WORLD } from '../src/worlds/demo/demo-world.ts';
import { readWorld } from '../src/worlds/read-world.ts';
import { Simulation } from '../src/worlds/simulation.ts';
import { NOON } from './small-world.ts';

const ACME = '1000000001';
const GLOBEX = '1000000002';
const DAYS = 60;
const demo = () => new Simulation(readWorld(DEMO_WORLD), NOON);
const truthOf = (world: Simulation, customer: string) => toJson(groundTruth(world.model(customer), world.now));

/** Words that lists of waste words usually hold. */
const SUSPICIOUS =
  /\b(free|cheap|discount|diy|jobs?|salary|careers?|training|course|degree|school|youtube|reddit|used|template|images)\b/;

test('a fifth to a quarter of the cost is wasted, dear keywords included a little more', () => {
  for (const customer of [ACME, GLOBEX]) {
    const share = numberAt(truthOf(demo(), customer), 'account', 'waste_cost_share');
    assert.ok(share > 0.2 && share < 0.29, `${customer}: ${share}`);
  }
});

test('dead, dear and golden keywords are what they are called', () => {
  const acme = truthOf(demo(), ACME);
  const average = numberAt(acme, 'account', 'true_cpa');
  const named = (nature: string) => listAt(acme, 'keywords').filter((keyword) => textAt(keyword, 'nature') === nature);
  const cpas = (nature: string) => named(nature).map((keyword) => numberAt(keyword, 'true_cpa'));
  const dead = named('no_conv').map(costOf);
  assert.ok(dead.length > 0 && dead.every(({ cost, conversions }) => cost >= 4 * average * conversions));
  assert.ok(cpas('high_cpc').length > 0 && cpas('high_cpc').every((cpa) => cpa > 2 * average));
  assert.ok(cpas('gem').length > 0 && cpas('gem').every((cpa) => cpa < average));
  assert.ok(named('zero_impr').every((keyword) => numberAt(keyword, 'daily_searches') === 0));
  for (const keyword of named('waste_magnet')) {
    const terms = listAt(acme, 'search_terms').filter((term) => textAt(term, 'keyword') === textAt(keyword, 'keyword'));
    const lost = terms.filter((term) => numberAt(term, 'true_cvr') < 0.02).map((term) => costOf(term).cost);
    assert.ok(sum(lost) >= 0.3 * costOf(keyword).cost, textAt(keyword, 'keyword'));
  }
});

test('most waste is given away by no word, and words that look like waste often sell', () => {
  for (const customer of [ACME, GLOBEX]) {
    const terms = listAt(truthOf(demo(), customer), 'search_terms');
    const costs = (wanted: (text: string, cvr: number) => boolean) =>
      sum(
        terms
          .filter((term) => wanted(textAt(term, 'term'), numberAt(term, 'true_cvr')))
          .map((term) => costOf(term).cost),
      );
    const waste = costs((_, cvr) => cvr < 0.02);
    assert.ok(costs((text, cvr) => cvr < 0.02 && !SUSPICIOUS.test(text)) > 0.7 * waste);
    const suspicious = costs((text) => SUSPICIOUS.test(text));
    assert.ok(costs((text, cvr) => cvr > 0.06 && SUSPICIOUS.test(text)) > 0.4 * suspicious);
  }
});

test('excluding what is truly not worth its price lowers the CPA by a fifth to a third', (t) => {
  for (const customer of [ACME, GLOBEX]) {
    const [plain, advised] = [demo(), demo()];
    apply(advised, customer, exclusions(advised, customer));
    const [before, after] = [played(plain, customer), played(advised, customer)];
    const change = after.cost / after.conversions / (before.cost / before.conversions) - 1;
    t.diagnostic(
      `${customer}: CPA ${(100 * change).toFixed(1)} %, conversions ${before.conversions} → ${after.conversions}`,
    );
    assert.ok(change < -0.17 && change > -0.36, String(change));
    assert.ok(after.conversions > before.conversions);
  }
});

test('exact keywords for terms that convert change nothing by themselves', () => {
  const [plain, advised] = [demo(), demo()];
  apply(advised, ACME, exactKeywords(advised));
  const [before, after] = [played(plain, ACME), played(advised, ACME)];
  assert.ok(Math.abs(after.conversions / before.conversions - 1) < 0.03, `${before.conversions} ${after.conversions}`);
  assert.ok(Math.abs(after.cost / before.cost - 1) < 0.03);
});

function exclusions(world: Simulation, customer: string): MutateOperation[] {
  const truth = truthOf(world, customer);
  const campaigns = new Map(listAt(truth, 'campaigns').map((one) => [textAt(one, 'campaign_id'), one]));
  return listAt(truth, 'search_terms').flatMap((term) => {
    const id = textAt(term, 'campaign_id');
    const campaign = campaigns.get(id);
    const target = numberAt(campaign, 'target_cpa') || numberAt(campaign, 'true_cpa');
    const { cost, conversions } = costOf(term);
    if (cost === 0 || cost <= 1.5 * target * conversions) return [];
    const keyword = { text: textAt(term, 'term'), matchType: 'EXACT' as const };
    const create = { campaign: `customers/${customer}/campaigns/${id}`, negative: true, keyword };
    return [{ campaignCriterionOperation: { create } }];
  });
}

function exactKeywords(world: Simulation): MutateOperation[] {
  const today = world.today(ACME);
  const place = ({ stream }: Leaf) =>
    stream.matchType === 'EXACT' ? undefined : `${stream.adGroup}|${stream.term.text}`;
  const sums = world.sums(ACME, { first: today - 90, last: today - 1 }, place);
  const best = [...sums].filter(([, { conversions }]) => conversions >= 2);
  assert.ok(best.length > 20);
  return best.map(([key]) => {
    const [adGroup = '', text = ''] = key.split('|');
    return { adGroupCriterionOperation: { create: { adGroup, keyword: { text, matchType: 'EXACT' } } } };
  });
}

function apply(world: Simulation, customer: string, operations: MutateOperation[]): void {
  assert.deepEqual(world.mutate(customer, operations).errors, []);
}

function played(world: Simulation, customer: string): { cost: number; conversions: number } {
  const first = world.today(customer) + 1;
  world.advance(DAYS + 31);
  const totals = world.sums(customer, { first, last: first + DAYS - 1 }, () => 'all').get('all') ?? noTotals();
  return { cost: totals.costMicros, conversions: totals.conversions };
}

function costOf(told: Json): { cost: number; conversions: number } {
  return { cost: numberAt(told, 'daily_cost'), conversions: numberAt(told, 'daily_conversions') };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

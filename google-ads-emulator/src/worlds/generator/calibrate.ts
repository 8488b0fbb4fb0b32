import { textAt } from '../../json.ts';
import type { Random } from '../../market/random.ts';
import { type Expected, nothing, plus } from '../../metrics/truth.ts';
import type { WorldDescription } from '../description.ts';
import { readWorld } from '../read-world.ts';
import { Simulation } from '../simulation.ts';
import { type DrawnWorld, describe, type Money } from './describe.ts';
import { between } from './names.ts';

/** What a campaign costs and brings as long as nothing limits it, the worthless part apart. */
interface Sums {
  good: Expected;
  waste: Expected;
}

/** Sizes a drawn world: so many clicks a day, such a share of the cost wasted, budgets and targets to match. */
export function calibrated(drawn: DrawnWorld, random: Random): WorldDescription {
  const { wasteShare } = drawn.setting;
  const sums = sumsByCampaign(drawn);
  const good = [...sums.values()].reduce((sum, one) => plus(sum, one.good), nothing());
  const waste = [...sums.values()].reduce((sum, one) => plus(sum, one.waste), nothing());
  const moreWaste = waste.cost > 0 ? (wasteShare * good.cost) / ((1 - wasteShare) * waste.cost) : 1;
  const clicks = Math.min(MOST_CLICKS, Math.max(FEWEST_CLICKS, drawn.terms.length * between(random, 0.1, 0.25)));
  const more = clicks / (good.clicks + waste.clicks * moreWaste);
  const terms = drawn.terms.map((term) => ({
    ...term,
    searches: term.searches * more * (term.isWaste ? moreWaste : 1),
  }));
  const money = new Map<string, Money>();
  for (const { name, kind } of drawn.campaigns) {
    const one = sums.get(name) ?? { good: nothing(), waste: nothing() };
    const cost = (one.good.cost + one.waste.cost * moreWaste) * more;
    const { cost: spent, conversions } = one.good.conversions > 0 ? one.good : good;
    const hasTarget = kind !== 'brand' && random.next() < 0.75;
    const targetCpa = hasTarget ? (spent / conversions) * between(random, 1, 1.5) : undefined;
    money.set(name, { budget: cost * between(random, 0.45, 1.6), targetCpa });
  }
  return readWorld(describe({ ...drawn, terms }, money));
}

/** The truth of the world as drawn, with money for everything. */
function sumsByCampaign(drawn: DrawnWorld): Map<string, Sums> {
  const simulation = new Simulation(readWorld(describe(drawn, new Map())), LONG_AGO);
  const worthless = new Set(drawn.terms.filter(({ isWaste }) => isWaste).map(({ text }) => text));
  const sums = new Map<string, Sums>();
  for (const [{ campaign, term }, expected] of simulation.truth(drawn.customer).streams) {
    const name = textAt(simulation.account(drawn.customer).get(campaign), 'name');
    const known = sums.get(name) ?? { good: nothing(), waste: nothing() };
    const part = worthless.has(term.text) ? 'waste' : 'good';
    sums.set(name, { ...known, [part]: plus(known[part], expected) });
  }
  return sums;
}

/** Clicks a day of the whole account. */
const FEWEST_CLICKS = 25;
const MOST_CLICKS = 400;
/** Averages are the same at any time. */
const LONG_AGO = Date.UTC(2026, 0, 1);

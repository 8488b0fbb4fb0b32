import type { Stream } from './leaf.ts';
import type { Contender, Lineup } from './lineup.ts';
import type { PerformanceModel } from './model.ts';
import { DAYS_IN_MONTH } from './timing.ts';

/** What a stream brings on an average day, in expectation; money in currency units. */
export interface Expected {
  searches: number;
  impressions: number;
  clicks: number;
  cost: number;
  conversions: number;
}

/** What a campaign would spend on an average day, and what its budget lets it. */
export interface ExpectedSpending {
  wanted: number;
  budget: number;
  /** The part of searches for which there is money. */
  served: number;
}

/** The true averages of an account as it stands: what every figure tends to in the long run. */
export interface Truth {
  lineup: Lineup;
  streams: ReadonlyMap<Stream, Expected>;
  campaigns: ReadonlyMap<string, ExpectedSpending>;
}

/** Works out the averages from demand, prices and rates; chance, seasons and drift cancel out. */
export function truthAt(model: PerformanceModel, instant: number): Truth {
  const lineup = model.lineupAt(instant);
  const wanted = new Map<Stream, Expected>();
  const campaigns = new Map<string, ExpectedSpending>();
  for (const term of model.claims.terms) {
    for (const contender of lineup.of(term)) {
      const expected = expectedOf(contender);
      const { campaign } = contender.stream;
      wanted.set(contender.stream, expected);
      const known = campaigns.get(campaign) ?? { wanted: 0, budget: lineup.budgetOf(campaign) / MICROS, served: 1 };
      campaigns.set(campaign, { ...known, wanted: known.wanted + expected.cost });
    }
  }
  for (const [name, { wanted: cost, budget }] of campaigns) {
    campaigns.set(name, { wanted: cost, budget, served: Math.min(1, budget / cost) });
  }
  const streams = new Map<Stream, Expected>();
  for (const [stream, expected] of wanted) {
    streams.set(stream, times(expected, campaigns.get(stream.campaign)?.served ?? 1));
  }
  return { lineup, streams, campaigns };
}

/** What a stream that does not show would bring, were it alone. */
export function expectedAlone(lineup: Lineup, stream: Stream): Expected {
  return expectedOf({ stream, part: 1, upTo: 1, ...lineup.auctionOf(stream) });
}

/** Nothing at all. */
export function nothing(): Expected {
  return { searches: 0, impressions: 0, clicks: 0, cost: 0, conversions: 0 };
}

/** The sum of two. */
export function plus(one: Expected, other: Expected): Expected {
  return {
    searches: one.searches + other.searches,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    cost: one.cost + other.cost,
    conversions: one.conversions + other.conversions,
  };
}

function times(one: Expected, factor: number): Expected {
  return {
    searches: one.searches,
    impressions: one.impressions * factor,
    clicks: one.clicks * factor,
    cost: one.cost * factor,
    conversions: one.conversions * factor,
  };
}

function expectedOf({ stream, part, share, price }: Contender): Expected {
  const { term } = stream;
  const searches = (term.searches / DAYS_IN_MONTH) * part;
  const impressions = searches * share;
  const clicks = impressions * term.ctr;
  return { searches, impressions, clicks, cost: clicks * price, conversions: clicks * term.cvr };
}

const MICROS = 1_000_000;

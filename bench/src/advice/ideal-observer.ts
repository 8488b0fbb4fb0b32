import type { EvidenceWith, PartName } from '../../../server/src/detection/evidence.ts';
import { plus } from '../../../server/src/detection/figures.ts';
import { poissonCdf } from '../../../server/src/detection/statistics.ts';
import { phrasesOf, wordsOf } from '../../../server/src/detection/words.ts';
import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import { type TrueWorth, WASTE_TARGETS } from './true-worth.ts';

/** How dear in targets, how sure and with how many conversions at most: the rules that detectors keep too. */
interface Rule {
  dear: number;
  sure: number;
  most: number;
}

const EXCLUSION: Rule = { dear: WASTE_TARGETS, sure: 0.97, most: 0 };
const PAUSE: Rule = { dear: 1, sure: 0.95, most: 1 };
const FEWEST_TERMS = 2;
const MOST_RATES = 200;

/** Something that was seen: what it cost in targets, what it brought, and its true conversions for each target. */
interface Observed {
  targets: number;
  conversions: number;
  rate: number;
}

interface SeenTerm extends Observed {
  campaign: number;
  text: string;
}

/**
 * The best that anybody could do who sees the same figures: it knows how the true rates of terms, phrases and keywords
 * are distributed in this very account, though not which of them is whose, and acts at the certainty that detectors need.
 * It excludes terms, and phrases by what they did in one campaign or in all, and it pauses keywords.
 */
export function idealAdvice(
  campaigns: readonly EvidenceWith<PartName>[],
  targets: ReadonlyMap<number, number>,
  truth: TrueWorth,
): Proposal[] {
  const everywhere: SeenTerm[] = [];
  const proposals: Proposal[] = [];
  for (const evidence of campaigns) {
    const target = targets.get(evidence.campaign.id);
    if (target === undefined) continue;
    const terms = seenTerms(evidence, target, truth);
    everywhere.push(...terms);
    proposals.push(...surely(terms, EXCLUSION).map(({ campaign, text }) => exclusion(campaign, text, 'exact')));
    proposals.push(...wastefulPhrases(terms));
    proposals.push(...wastefulKeywords(evidence, target, truth));
  }
  return [...proposals, ...wastefulPhrases(everywhere)];
}

function seenTerms({ campaign, terms }: EvidenceWith<PartName>, target: number, truth: TrueWorth): SeenTerm[] {
  const rates = truth.ratesOfTerms(campaign.id, target);
  return terms.map((term) => {
    const { cost, conversions } = plus(term.last90, term.recent);
    return {
      campaign: campaign.id,
      text: term.text,
      targets: cost / target,
      conversions,
      rate: rates.get(term.text) ?? 0,
    };
  });
}

/** Those of which a conversion costs more than so many targets, as surely as figures and the distribution of rates tell. */
function surely<One extends Observed>(all: readonly One[], { dear, sure, most }: Rule): One[] {
  const prior = spread(all.map(({ rate }) => rate));
  return all.filter(({ targets, conversions }) => {
    if (conversions > most) return false;
    let whole = 0;
    let waste = 0;
    for (const rate of prior) {
      const likelihood = poissonCdf(conversions, rate * targets) - poissonCdf(conversions - 1, rate * targets);
      whole += likelihood;
      if (rate < 1 / dear) waste += likelihood;
    }
    return whole > 0 && waste >= sure * whole;
  });
}

/** So many rates that are spread as all of them are. */
function spread(rates: readonly number[]): number[] {
  const sorted = rates.toSorted((a, b) => a - b);
  if (sorted.length <= MOST_RATES) return sorted;
  return Array.from(
    { length: MOST_RATES },
    (_, n) => sorted[Math.floor(((n + 0.5) * sorted.length) / MOST_RATES)] ?? 0,
  );
}

function wastefulPhrases(terms: readonly SeenTerm[]): Proposal[] {
  return [1, 2, 3].flatMap((length) =>
    surely(pooled(terms, length), EXCLUSION).flatMap(({ text, campaigns }) =>
      [...campaigns].map((campaign) => exclusion(campaign, text, 'phrase')),
    ),
  );
}

function pooled(terms: readonly SeenTerm[], length: number) {
  const pools = new Map<string, SeenTerm[]>();
  for (const term of terms) {
    for (const phrase of phrasesOf(wordsOf(term.text))) {
      if (phrase.split(' ').length !== length) continue;
      const pool = pools.get(phrase);
      if (pool) pool.push(term);
      else pools.set(phrase, [term]);
    }
  }
  return [...pools]
    .filter(([, some]) => some.length >= FEWEST_TERMS)
    .map(([text, some]) => {
      const sum = (of: (one: SeenTerm) => number) => some.reduce((total, one) => total + of(one), 0);
      const targets = sum((one) => one.targets);
      return {
        text,
        campaigns: new Set(some.map(({ campaign }) => campaign)),
        targets,
        conversions: sum((one) => one.conversions),
        rate: targets > 0 ? sum((one) => one.rate * one.targets) / targets : 0,
      };
    });
}

function wastefulKeywords(
  { campaign, keywords }: EvidenceWith<PartName>,
  target: number,
  truth: TrueWorth,
): Proposal[] {
  const rates = truth.ratesOfKeywords(campaign.id, target);
  const seen = keywords
    .filter(({ state, last90 }) => state === 'enabled' && last90.cost > 0)
    .map((keyword) => {
      const { cost, conversions } = plus(keyword.last90, keyword.recent);
      return { keyword, targets: cost / target, conversions, rate: rates.get(keyword.id) ?? 0 };
    });
  return surely(seen, PAUSE).map(({ keyword: { id, adId, text, matchType } }) => ({
    op: 'pause_keyword',
    campaign_id: campaign.id,
    ad_id: adId,
    keyword_id: id,
    text,
    match_type: matchType,
    from: 'enabled',
    to: 'paused',
  }));
}

function exclusion(campaign: number, text: string, matchType: 'exact' | 'phrase'): Proposal {
  return { op: 'add_negative_keyword', campaign_id: campaign, ad_id: null, text, match_type: matchType };
}

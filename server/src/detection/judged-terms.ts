import type { MatchType } from '../ports/ad-platform.ts';
import type { EvidenceWith, TermFacts } from './evidence.ts';
import { type Figures, NO_FIGURES, plus, summedInSteps } from './figures.ts';
import { Negatives } from './negative-match.ts';
import type { NumberedText, PhraseTree } from './phrase-tree.ts';
import { fitPrior, type Prior } from './prior.ts';
import { collected, eachOf, type Steps } from './steps.ts';
import type { Target } from './target.ts';
import { wordsOf } from './words.ts';

type Evidence = EvidenceWith<'terms' | 'keywordTexts' | 'accountTerms'>;

/** A search term with what its cost would usually have brought. */
export class JudgedTerm {
  readonly term: TermFacts;
  readonly start: number;
  readonly end: number;
  /** Its cost in targets: the conversions that would have paid for it. */
  readonly targets: number;
  /** The conversions that terms of its campaign and match type usually bring for so much. */
  expected = 0;

  constructor(term: TermFacts, { start, end }: NumberedText, targets: number) {
    this.term = term;
    this.start = start;
    this.end = end;
    this.targets = targets;
  }

  /** Where its words are among those of all terms. */
  get text(): NumberedText {
    return this;
  }

  /** Added up again whenever it is asked for, as figures of terms are: there may be a million. */
  get seen(): Figures {
    return seenOf(this.term);
  }

  /** Told apart again whenever they are asked for: few terms are, and to keep all words takes much memory. */
  get words(): string[] {
    return wordsOf(this.term.text);
  }
}

/** Everything of 90 days, the last ones included: a conversion counts as soon as it is told. */
function seenOf({ last90, recent }: TermFacts): Figures {
  return recent === NO_FIGURES ? last90 : plus(last90, recent);
}

/** How many targets' worth of belief a group's own rate is mixed with. */
const TARGETS_OF_BELIEF = 20;
/** With fewer terms or conversions of its own, a campaign learns from the whole account. */
const ENOUGH = { terms: 30, conversions: 10 } as const;

/** The terms that cost or brought anything, each with what it would usually have brought; their words are numbered. */
export function* judgedTerms(evidence: Evidence, target: Target, tree: PhraseTree): Steps<JudgedTerm[]> {
  const rates = new GroupRates(usualRate(evidence.organization.last90, target.cpa, 1));
  const held = yield* Negatives.of(evidence.keywordTexts.filter(({ matchType }) => matchType !== 'broad'));
  const groups: MatchType[] = [];
  const judged = yield* collected(evidence.terms, (term): JudgedTerm | undefined => {
    const seen = seenOf(term);
    if (seen.cost <= 0 && seen.conversions <= 0) return undefined;
    const words = wordsOf(term.text);
    const text = tree.addText(words);
    const matchType = held.blocking(words)?.matchType ?? 'broad';
    const targets = seen.cost / target.cpa;
    rates.add(matchType, targets, seen.conversions);
    groups.push(matchType);
    return new JudgedTerm(term, text, targets);
  });
  let at = 0;
  yield* eachOf(judged, (one) => {
    one.expected = one.targets * rates.beside(groups[at] ?? 'broad', one);
    at += 1;
  });
  return judged;
}

/** What terms like these are like: learnt from themselves where they are enough, else from the whole account's. */
export function* priorOf(
  terms: readonly JudgedTerm[],
  { accountTerms, organization }: Evidence,
  { cpa }: Target,
): Steps<Prior> {
  const { conversions } = yield* summedInSteps(terms, ({ seen }) => seen);
  const isEnough = terms.length >= ENOUGH.terms && conversions >= ENOUGH.conversions;
  if (isEnough || accountTerms.length <= terms.length) {
    return yield* fitPrior(terms.values().map(({ expected, seen }) => ({ expected, conversions: seen.conversions })));
  }
  const usual = usualRate(organization.last90, cpa, 1);
  const account = yield* collected(accountTerms, ({ cost, conversions }) => ({
    expected: (cost / cpa) * usual,
    conversions,
  }));
  return yield* fitPrior(account);
}

/** A term of another campaign, as far as it tells what its words are worth. */
export interface TermElsewhere {
  words: readonly string[];
  expected: number;
  conversions: number;
}

/** The account's terms in other campaigns, each measured by how its own campaign does. */
export function* termsElsewhere(
  { accountTerms, campaign, organization }: Pick<Evidence, 'accountTerms' | 'campaign' | 'organization'>,
  { cpa }: Target,
): Steps<TermElsewhere[]> {
  const usual = usualRate(organization.last90, cpa, 1);
  const others = accountTerms.filter(({ campaignId }) => campaignId !== campaign.id);
  const sums = new Map<number, { cost: number; conversions: number }>();
  yield* eachOf(others, ({ campaignId, cost, conversions }) => {
    const sum = sums.get(campaignId) ?? { cost: 0, conversions: 0 };
    sums.set(campaignId, { cost: sum.cost + cost, conversions: sum.conversions + conversions });
  });
  const rates = new Map([...sums].map(([campaignId, sum]) => [campaignId, usualRate(sum, cpa, usual)]));
  return yield* collected(others, ({ campaignId, text, cost, conversions }) => ({
    words: wordsOf(text),
    expected: (cost / cpa) * (rates.get(campaignId) ?? usual),
    conversions,
  }));
}

/** Conversions for each target's worth of cost; drawn towards `usual` where there is little to tell from. */
function usualRate({ cost, conversions }: Pick<Figures, 'cost' | 'conversions'>, cpa: number, usual: number): number {
  return (conversions + TARGETS_OF_BELIEF * usual) / (cost / cpa + TARGETS_OF_BELIEF);
}

/**
 * How well the terms of each match type do in this campaign. Which keyword showed a term is not told, so it is found by
 * its words: an exact keyword, else a phrase that it holds, else broad.
 */
class GroupRates {
  readonly #usual: number;
  readonly #sums = new Map<MatchType, { cost: number; conversions: number }>();
  readonly #all = { cost: 0, conversions: 0 };

  constructor(usual: number) {
    this.#usual = usual;
  }

  add(group: MatchType, targets: number, conversions: number): void {
    const sum = this.#sums.get(group) ?? { cost: 0, conversions: 0 };
    this.#sums.set(group, sum);
    sum.cost += targets;
    sum.conversions += conversions;
    this.#all.cost += targets;
    this.#all.conversions += conversions;
  }

  /** The rate of a term's group without the term itself: nothing is measured by its own doing. */
  beside(group: MatchType, { targets, seen }: Pick<JudgedTerm, 'targets' | 'seen'>): number {
    const without = ({ cost, conversions }: { cost: number; conversions: number }) => ({
      cost: Math.max(0, cost - targets),
      conversions: Math.max(0, conversions - seen.conversions),
    });
    const ofCampaign = usualRate(without(this.#all), 1, this.#usual);
    return usualRate(without(this.#sums.get(group) ?? this.#all), 1, ofCampaign);
  }
}

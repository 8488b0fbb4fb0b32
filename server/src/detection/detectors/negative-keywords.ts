import { z } from 'zod';
import { amount } from '../../base/amounts.ts';
import { detector } from '../detector.ts';
import type { EvidenceWith } from '../evidence.ts';
import { LAG_DAYS, summedInSteps, wholeWindow } from '../figures.ts';
import { blastRadius, type Finding } from '../finding.ts';
import { type JudgedTerm, judgedTerms, priorOf, termsElsewhere } from '../judged-terms.ts';
import { keywordText } from '../negative-match.ts';
import { FEWEST_TERMS, PhrasePools, type Pool } from '../phrase-pools.ts';
import { PhraseTree } from '../phrase-tree.ts';
import { type Prior, probabilityBelow } from '../prior.ts';
import { perMonth } from '../saving.ts';
import { collected, eachOf, finished, type Steps, sorted } from '../steps.ts';
import { expectedRate, type Target } from '../target.ts';
import { isUnderperforming } from '../underperforming.ts';
import { WasteWords } from '../waste-words.ts';
import { phrasesOf, textOf } from '../words.ts';
import { Worth } from '../worth.ts';

/** How sure it has to be that a conversion would cost more than twice the target. */
const SURE = 0.97;
const TOO_DEAR = 2;
/** Below this nobody has to ask whether it is bad luck. */
const LEAST_TARGETS = 2;
/** A phrase whose cost is mostly one term's says nothing that the term does not. */
const LARGEST_SHARE = 0.8;
/** A longer phrase that costs nearly as much is the safer one to block. */
const NEARLY_ALL = 0.95;
const MOST_EXAMPLES = 10;
/** The 90 days that are settled, and those after them. */
const SEEN_DAYS = 90 + LAG_DAYS;

type Evidence = EvidenceWith<'terms' | 'keywordTexts' | 'negatives' | 'accountTerms'>;

/**
 * Search terms, and phrases over all terms that hold them, that are probably never worth their price. Terms are excluded
 * exactly, phrases as phrases, nothing broadly; and nothing that would block a term that converted.
 */
export const negativeKeywords = detector({
  name: 'negative_keywords',
  options: z.strictObject({ days: z.int().min(1).max(90).default(7) }),
  saves: true,
  computesSaving: true,
  needsTarget: true,
  reads: ['terms', 'keywordTexts', 'negatives', 'accountTerms'],
  windowDays: ({ days }) => days,

  *detect(evidence, { days }, { target }) {
    if (!target) return [];
    const tree = new PhraseTree();
    const terms = yield* judgedTerms(evidence, target, tree);
    const pools = yield* PhrasePools.of(terms, tree, yield* termsElsewhere(evidence, target));
    const worth = yield* Worth.of(evidence, terms);
    const words = yield* WasteWords.of(evidence, pools);
    const judged: Judged = { evidence, target, days, rate: expectedRate(evidence) };
    yield;

    const certain: { pool: Pool; certainty: number }[] = [];
    for (const pool of pools.silent) {
      const everywhere = pool.targets + pool.elsewhere.expected;
      yield;
      if (!isDear(everywhere) || isOneTerm(pool) || worth.keepsPhrase(pool)) continue;
      const certainty = certaintyOf(pool, pools.prior, words.oddsOfPhrase(pool), pool.elsewhere.expected);
      if (certainty !== undefined) certain.push({ pool, certainty });
    }
    const termsOf = yield* pools.termsOf(certain.map(({ pool }) => pool));
    const chosen = yield* chosenPhrases(certain.map((one) => ({ ...one, terms: termsOf.get(one.pool) ?? [] })));

    // What phrases explain is taken out first: among the other terms waste is rarer, and bad luck as common as before.
    const blocked = new Set<JudgedTerm>();
    for (const phrase of chosen) yield* eachOf(phrase.terms, (term) => blocked.add(term));
    const others = yield* collected(terms, (term) => (blocked.has(term) ? undefined : term));
    const prior = yield* priorOf(others, evidence, target);
    const single = yield* collected(others, (term) => {
      if (!isDear(term.targets) || worth.keepsTerm(term)) return undefined;
      const certainty = certaintyOf(term, prior, words.oddsOfTerm(term));
      return certainty === undefined ? undefined : termFinding(term, certainty, judged);
    });
    const found: Finding[] = [];
    for (const phrase of chosen) {
      found.push(yield* phraseFinding(phrase, judged));
      yield;
    }
    return [...found, ...single];
  },
});

/** Whether nothing in return for so much is no bad luck by the target alone: what comes before all that terms tell. */
function isDear(targets: number): boolean {
  return targets >= LEAST_TARGETS && isUnderperforming({ cost: targets, conversions: 0 }, 1);
}

/** How sure it is that this is never worth its price, other campaigns' silence included; undefined: not sure enough. */
function certaintyOf(
  { targets, expected }: Pick<Pool, 'targets' | 'expected'>,
  prior: Prior,
  odds: number,
  elsewhere = 0,
): number | undefined {
  // The usual conversions for each target spent; at half a conversion for each target one costs two.
  const usual = expected / targets;
  const certainty = probabilityBelow(
    1 / TOO_DEAR / usual,
    prior,
    { expected: expected + elsewhere, conversions: 0 },
    odds,
  );
  return certainty >= SURE ? certainty : undefined;
}

function isOneTerm({ terms, targets, largest, elsewhere }: Pool): boolean {
  const isFew = terms + elsewhere.terms < FEWEST_TERMS;
  return isFew || largest > LARGEST_SHARE * (targets + elsewhere.expected);
}

interface Candidate {
  pool: Pool;
  terms: readonly JudgedTerm[];
  certainty: number;
}

/** The costliest phrases first; one whose terms are all blocked already, or that a longer one says as well, is left out. */
function* chosenPhrases(candidates: readonly Candidate[]): Steps<Candidate[]> {
  const ranked = yield* rankedPhrases(candidates);
  const blocked = new Set<JudgedTerm>();
  const chosen: Candidate[] = [];
  for (const candidate of ranked) {
    yield;
    const { terms } = candidate;
    const more = yield* collected(terms, (term) => (blocked.has(term) ? undefined : term));
    if (!(yield* costs(more))) continue;
    yield* eachOf(more, (term) => blocked.add(term));
    chosen.push(candidate);
  }
  return chosen;
}

/** Whether one of the terms cost something in the window. */
function* costs(terms: readonly JudgedTerm[]): Steps<boolean> {
  let any = false;
  yield* eachOf(terms, ({ term }) => {
    any ||= term.window.cost > 0;
  });
  return any;
}

function* rankedPhrases(candidates: readonly Candidate[]): Steps<Candidate[]> {
  const byPhrase = new Map(candidates.map(({ pool }) => [pool.phrase, pool]));
  const saidBetter = new Set<string>();
  yield* eachOf(candidates, ({ pool }) => {
    for (const one of phrasesOf(pool.words)) {
      const shorter = one === pool.phrase ? undefined : byPhrase.get(one);
      if (shorter && pool.targets >= NEARLY_ALL * shorter.targets) saidBetter.add(one);
    }
  });
  return yield* sorted(
    candidates.filter(({ pool }) => !saidBetter.has(pool.phrase)),
    (a, b) => b.pool.cost.window - a.pool.cost.window || b.pool.words.length - a.pool.words.length,
  );
}

interface Judged {
  evidence: Evidence;
  target: Target;
  days: number;
  rate: number;
}

function termFinding(one: JudgedTerm, certainty: number, judged: Judged): Finding {
  const text = keywordText(one.term.text);
  const why = `It cost ${one.targets.toFixed(1)} times the target CPA in 90 days without a conversion, which other terms of this account hardly ever do by bad luck.`;
  const found = { shown: one.term.text, text, matchType: 'exact', terms: [one], certainty, why } as const;
  return finished(findingOf(found, judged));
}

function phraseFinding({ pool, terms, certainty }: Candidate, judged: Judged): Steps<Finding> {
  const text = textOf(pool.words);
  const those = pool.terms === 1 ? '1 search term' : `${pool.terms} search terms`;
  const others = pool.elsewhere.expected > 0 ? ', nor did any in other campaigns' : '';
  const why = `${those} with it cost ${pool.targets.toFixed(1)} times the target CPA in 90 days without a conversion${others}.`;
  return findingOf({ shown: text, text, matchType: 'phrase', terms, certainty, why }, judged);
}

/** A phrase may have ten thousands of terms, of which a few are named. */
function* costliest(terms: readonly JudgedTerm[], most: number): Steps<JudgedTerm[]> {
  const found: JudgedTerm[] = [];
  yield* eachOf(terms, (term) => {
    if (found.length === most && term.targets <= (found.at(-1)?.targets ?? 0)) return;
    const at = found.findIndex(({ targets }) => targets < term.targets);
    found.splice(at < 0 ? found.length : at, 0, term);
    if (found.length > most) found.pop();
  });
  return found;
}

interface Found {
  shown: string;
  /** As a keyword; undefined where the platform takes none like it. */
  text: string | undefined;
  matchType: 'exact' | 'phrase';
  terms: readonly JudgedTerm[];
  certainty: number;
  why: string;
}

function* findingOf({ shown, text, matchType, terms, certainty, why }: Found, judged: Judged): Steps<Finding> {
  const { evidence, target, days, rate } = judged;
  const figures = yield* summedInSteps(terms, ({ term }) => term.window);
  const seen = yield* summedInSteps(terms, (one) => one.seen);
  const examples = yield* costliest(terms, MOST_EXAMPLES);
  const savings = yield* collected(terms, ({ term }) => ({
    of: `term ${term.id}`,
    amount: perMonth(term.window.cost, { days }) * certainty,
  }));
  return {
    about: {
      term: shown,
      match_type: matchType,
      [`cost_${days}d`]: amount(figures.cost),
      clicks: figures.clicks,
      conversions: amount(figures.conversions),
      judged_by: { days: SEEN_DAYS, cost: amount(seen.cost), clicks: seen.clicks },
      ...(matchType === 'phrase' && { terms: terms.length, examples: examples.map(({ term }) => term.text) }),
    },
    advice: text === undefined ? 'investigate' : 'act',
    window: wholeWindow(evidence, days),
    figures,
    expectedConversions: seen.clicks * rate,
    benchmark: { name: 'target_cpa', value: target.cpa },
    threshold: { name: 'probability', value: SURE },
    confidence: certainty,
    savings: text === undefined ? [] : savings,
    blastRadius: blastRadius(evidence, seen),
    proposal:
      text === undefined
        ? null
        : {
            op: 'add_negative_keyword',
            campaign_id: evidence.campaign.id,
            ad_id: null,
            text,
            match_type: matchType,
          },
    why,
  };
}

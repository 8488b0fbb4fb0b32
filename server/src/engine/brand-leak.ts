import { z } from 'zod';
import { type Detector, detector } from '../detection/detector.ts';
import type { AccountKeyword, TermFacts } from '../detection/evidence.ts';
import { settledWindow, summedInSteps } from '../detection/figures.ts';
import { blastRadius, type Finding } from '../detection/finding.ts';
import { blocks, Negatives } from '../detection/negative-match.ts';
import { Protection } from '../detection/protection.ts';
import { collected, type Steps, sorted } from '../detection/steps.ts';
import { Exclusions, isBrandForeign } from '../detection/term-finding.ts';
import { phraseKey, wordsOf } from '../detection/words.ts';

const DAYS = 30;
const MOST_EXAMPLES = 10;

/** A keyword that belongs to the brand campaign, as another campaign would exclude it. */
interface BrandWords {
  text: string;
  words: readonly string[];
  /** Never broad: that would keep out more than the brand. */
  matchType: 'exact' | 'phrase';
}

/**
 * Campaigns that are shown for the brand's name while a brand campaign is live take its searches from it. Only keywords
 * that name the brand are excluded: a brand campaign may hold others.
 */
export function brandLeak(keywords: readonly AccountKeyword[]): Detector {
  return detector({
    name: 'brand_leak',
    options: z.strictObject({}),
    saves: true,
    computesSaving: false,
    needsTarget: false,
    reads: ['terms', 'negatives'],

    *detect(evidence) {
      if (!isBrandForeign(evidence) || keywords.length === 0) return [];
      const brand = yield* brandWords(keywords, new Protection(evidence.profile));
      const exclusions = new Exclusions(evidence);
      const anyOfThem = new Negatives(brand);
      const leaking = yield* collected(evidence.terms, (term) => {
        if (term.last30.clicks + term.recent.clicks === 0) return undefined;
        const words = wordsOf(term.text);
        const leaks = anyOfThem.blocking(words) !== undefined && !exclusions.blocksAll(words, term.adIds);
        return leaks ? { term, words } : undefined;
      });
      if (leaking.length === 0) return [];
      const findings: Finding[] = [];
      for (const one of brand.filter(({ words }) => !exclusions.blocksAll(words, []))) {
        const terms = yield* collected(leaking, ({ term, words }) => (blocks(one, words) ? term : undefined));
        findings.push(yield* findingOf(one, terms, evidence));
        yield;
      }
      return findings;
    },
  });
}

/** More ways to write a brand are compared with each other by nobody. */
const MOST_BRAND_KEYWORDS = 200;

function* brandWords(keywords: readonly AccountKeyword[], protection: Protection): Steps<BrandWords[]> {
  const all = yield* collected(keywords, ({ text, matchType }): BrandWords | undefined => {
    const words = wordsOf(text);
    if (!protection.namesBrand(words)) return undefined;
    return { text, words, matchType: matchType === 'exact' ? 'exact' : 'phrase' };
  });
  const named = all.slice(0, MOST_BRAND_KEYWORDS);
  const isSaid = ({ words, matchType }: BrandWords, among: readonly BrandWords[]) =>
    among.some(
      (other) =>
        other.matchType === 'phrase' &&
        blocks(other, words) &&
        (phraseKey(other.words) !== phraseKey(words) || matchType === 'exact'),
    );
  const distinct: BrandWords[] = [];
  const known = new Set<string>();
  for (const one of named) {
    const key = `${one.matchType} ${phraseKey(one.words)}`;
    if (!known.has(key)) distinct.push(one);
    known.add(key);
  }
  const unsaid: BrandWords[] = [];
  for (const one of distinct) {
    if (!isSaid(one, distinct)) unsaid.push(one);
    yield;
  }
  return unsaid;
}

function* findingOf(
  { text, matchType }: BrandWords,
  terms: readonly TermFacts[],
  evidence: Parameters<typeof blastRadius>[0],
): Steps<Finding> {
  const recent = yield* summedInSteps(terms, ({ last30 }) => last30);
  const last90 = yield* summedInSteps(terms, (term) => term.last90);
  const priced = yield* collected(terms, (term) => ({ text: term.text, cost: term.last30.cost }));
  const costliest = yield* sorted(priced, (a, b) => b.cost - a.cost);
  return {
    about: {
      term: text,
      match_type: matchType,
      terms: terms.length,
      examples: costliest.slice(0, MOST_EXAMPLES).map((one) => one.text),
    },
    advice: 'act',
    window: settledWindow(evidence, DAYS),
    figures: recent,
    expectedConversions: null,
    benchmark: null,
    threshold: { name: 'clicks', value: 1 },
    confidence: 1,
    savings: [],
    blastRadius: blastRadius(evidence, last90),
    proposal: {
      op: 'add_negative_keyword',
      campaign_id: evidence.campaign.id,
      ad_id: null,
      text,
      match_type: matchType,
    },
    why:
      terms.length > 0
        ? 'The campaign is shown for the brand, whose own campaign is live and serves these searches.'
        : 'The campaign is shown for other names of the brand, whose own campaign is live.',
  };
}

import type { Archetype } from './archetypes.ts';
import { TRAITS } from './archetypes.ts';
import type { MarketPlan } from './plan.ts';
import { hash, mix, Random } from './random.ts';

/** What a search term is, as ground truth. */
type TermKind = 'keyword' | 'variant' | 'gem' | 'brand' | 'waste' | 'tail';

/** One search term a keyword shows for, with its share of the keyword's searches. */
export interface Term {
  text: string;
  kind: TermKind;
  share: number;
  ctr: number;
  cvr: number;
  /** Hidden terms count in every total, but search_term_view never shows them. */
  hidden: boolean;
}

/** A term searched less often than this in a month is withheld from search_term_view, as Google withholds rare ones. */
export const HIDDEN_BELOW_MONTHLY_SEARCHES = 12;

/** The search terms of a keyword, always the same for the same account, text and match type. */
export function termsOf(
  plan: MarketPlan,
  seed: number,
  text: string,
  matchType: string,
  archetype: Archetype,
  demand: number,
): Term[] {
  const random = new Random(mix(seed, hash(`terms|${text}|${matchType}`)));
  const terms = matchType === 'EXACT' ? exactTerms(text) : expandedTerms(plan, random, text, matchType, archetype);
  const searches = TRAITS[archetype].searches * demand;
  return terms.map((term) => ({ ...term, hidden: searches * term.share < HIDDEN_BELOW_MONTHLY_SEARCHES }));
}

type Draft = Omit<Term, 'hidden'>;

function exactTerms(text: string): Draft[] {
  return [
    { text, kind: 'keyword', share: 0.88, ctr: 1.1, cvr: 1.05 },
    { text: text.endsWith('s') ? text.slice(0, -1) : `${text}s`, kind: 'variant', share: 0.1, ctr: 1, cvr: 1 },
    { text: `${text} today`, kind: 'tail', share: 0.02, ctr: 1, cvr: 1 },
  ];
}

function expandedTerms(
  plan: MarketPlan,
  random: Random,
  text: string,
  matchType: string,
  archetype: Archetype,
): Draft[] {
  const isBroad = matchType === 'BROAD';
  const waste = TRAITS[archetype].waste * (isBroad ? 1 : 0.75);
  const own = isBroad ? 0.26 : 0.4;
  const gem = archetype === 'gem' ? 0.3 : 0;
  const leaks = plan.leaks?.get(text) ?? [];
  const rest = 1 - own - waste * (1 - own) - gem - leaks.length * LEAK_SHARE - TAIL_SHARE;
  const variants = plan.termsPerKeyword
    ? manyVariants(plan, text)
    : pick(random, variantsOf(plan, text), isBroad ? 10 : 7);
  const [gemText = text, ...plain] = variants;
  const drafts: Draft[] = [{ text, kind: 'keyword', share: own, ctr: 1, cvr: 1 }];
  if (gem > 0) drafts.push({ text: gemText, kind: 'gem', share: gem, ctr: 1.2, cvr: 1.5 });
  const others = gem > 0 ? plain : variants;
  for (const variant of others) {
    const share = rest / others.length;
    drafts.push({
      text: variant,
      kind: 'variant',
      share,
      ctr: 0.8 + 0.4 * random.next(),
      cvr: 0.75 + 0.5 * random.next(),
    });
  }
  for (const leak of leaks) drafts.push({ text: leak, kind: 'brand', share: LEAK_SHARE, ctr: 1.3, cvr: 1.3 });
  drafts.push(...wasteTerms(random, text, waste * (1 - own), archetype));
  for (const tail of pick(random, tailsOf(plan, text), TAILS)) {
    drafts.push({ text: tail, kind: 'tail', share: TAIL_SHARE / TAILS, ctr: 0.9, cvr: 0.9 });
  }
  return drafts;
}

/** A magnet wastes on two terms that stand out; other keywords spread a little over one or two. */
function wasteTerms(random: Random, text: string, share: number, archetype: Archetype): Draft[] {
  if (share <= 0) return [];
  const [first = '', second = ''] = pick(random, WASTE_WORDS, 2);
  const lead = archetype === 'waste_magnet' ? 0.68 : 0.7;
  return [
    { text: `${text} ${first}`, kind: 'waste', share: share * lead, ctr: 0.9, cvr: 0 },
    { text: `${text} ${second}`, kind: 'waste', share: share * (1 - lead), ctr: 0.85, cvr: 0 },
  ];
}

function variantsOf(plan: MarketPlan, text: string): string[] {
  return [
    ...plan.places.map((place) => `${text} ${place}`),
    ...SUFFIXES.map((word) => `${text} ${word}`),
    ...PREFIXES.map((word) => `${word} ${text}`),
  ];
}

function tailsOf(plan: MarketPlan, text: string): string[] {
  return plan.places.flatMap((place) => PREFIXES.map((word) => `${word} ${text} ${place}`));
}

function manyVariants(plan: MarketPlan, text: string): string[] {
  const count = plan.termsPerKeyword ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const suffix = SUFFIXES[index % SUFFIXES.length];
    const place = plan.places[Math.floor(index / SUFFIXES.length) % plan.places.length];
    return `${text} ${suffix} ${place} ${index}`;
  });
}

function pick(random: Random, words: readonly string[], count: number): string[] {
  const left = [...words];
  const picked: string[] = [];
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random.next() * left.length), 1));
  }
  return picked;
}

const TAILS = 12;
const TAIL_SHARE = 0.09;
const LEAK_SHARE = 0.14;
const PREFIXES = ['best', 'affordable', 'local', 'professional', 'trusted', 'top rated', 'same day', 'licensed'];
const SUFFIXES = [
  'cost',
  'price',
  'quote',
  'company',
  'service',
  'services',
  'reviews',
  'prices',
  'specialist',
  'open now',
];
const WASTE_WORDS = [
  'jobs',
  'salary',
  'training',
  'diy',
  'free',
  'youtube',
  'apprenticeship',
  'school',
  'reddit',
  'used parts',
];

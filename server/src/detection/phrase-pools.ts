import type { JudgedTerm } from './judged-terms.ts';
import { fitPrior, type Observation, type Prior } from './prior.ts';
import { foldedWord, LONGEST_PHRASE, phrasesOf } from './words.ts';

/** A phrase, and the terms that hold it: all of them without a conversion. */
export interface Pool {
  phrase: string;
  words: readonly string[];
  terms: JudgedTerm[];
  targets: number;
  expected: number;
}

/** Phrases of less are no evidence, in targets. */
export const SMALLEST_POOL = 2;
/** A word of fewer terms is as good as its terms. */
export const FEWEST_TERMS = 3;

/** What the terms of a campaign have in common, by phrases of one to three words. */
export class PhrasePools {
  /**
   * Phrases with a word that never converted, as far as they cost enough to tell. Words that all convert elsewhere make no
   * waste by standing together: so many phrases would be too many looks for bad luck.
   */
  readonly silent: ReadonlyMap<string, Pool>;
  /** How words differ, learnt from all of them. */
  readonly prior: Prior;
  readonly #spoken: ReadonlySet<string>;
  readonly #folded = new Map<string, string>();

  constructor(terms: readonly JudgedTerm[]) {
    this.#spoken = new Set(
      terms.flatMap(({ words, seen }) =>
        seen.conversions > 0 ? [...phrasesOf(words.map((word) => this.#fold(word)))] : [],
      ),
    );
    this.prior = fitPrior(wordsTogether(terms));
    this.silent = this.#pooled(terms.filter(({ seen }) => seen.conversions === 0));
  }

  /** Whether a term that converted holds the phrase, in whatever spelling: blocking it would block that. */
  hasConverted(words: readonly string[]): boolean {
    return this.#spoken.has(words.map((word) => this.#fold(word)).join(' '));
  }

  /** A longer phrase can only have cost enough where the shorter ones in it have: most are never looked at. */
  #pooled(terms: readonly JudgedTerm[]): Map<string, Pool> {
    const pools = new Map<string, Pool>();
    let shorter: Set<string> | undefined;
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const costs = this.#costs(terms, length, shorter);
      shorter = new Set([...costs].flatMap(([phrase, targets]) => (targets >= SMALLEST_POOL ? [phrase] : [])));
      for (const phrase of shorter) {
        const words = phrase.split(' ');
        if (words.some((word) => !this.hasConverted([word]))) {
          pools.set(phrase, { phrase, words, terms: [], targets: 0, expected: 0 });
        }
      }
    }
    fill(pools, terms);
    return pools;
  }

  #costs(terms: readonly JudgedTerm[], length: number, shorter: ReadonlySet<string> | undefined): Map<string, number> {
    const costs = new Map<string, number>();
    for (const { words, targets } of terms) {
      const seen = new Set<string>();
      for (let start = 0; start + length <= words.length; start += 1) {
        const end = start + length;
        if (shorter && !(shorter.has(joined(words, start, end - 1)) && shorter.has(joined(words, start + 1, end))))
          continue;
        const phrase = joined(words, start, end);
        if (!seen.has(phrase)) costs.set(phrase, (costs.get(phrase) ?? 0) + targets);
        seen.add(phrase);
      }
    }
    return costs;
  }

  #fold(word: string): string {
    const known = this.#folded.get(word);
    if (known !== undefined) return known;
    const folded = foldedWord(word);
    this.#folded.set(word, folded);
    return folded;
  }
}

function joined(words: readonly string[], start: number, end: number): string {
  let phrase = words[start] ?? '';
  for (let at = start + 1; at < end; at += 1) phrase += ` ${words[at]}`;
  return phrase;
}

function fill(pools: ReadonlyMap<string, Pool>, terms: readonly JudgedTerm[]): void {
  for (const term of terms) {
    for (const phrase of phrasesOf(term.words)) {
      const pool = pools.get(phrase);
      if (!pool) continue;
      pool.terms.push(term);
      pool.targets += term.targets;
      pool.expected += term.expected;
    }
  }
}

function wordsTogether(terms: readonly JudgedTerm[]): Observation[] {
  const sums = new Map<string, Observation & { terms: number }>();
  for (const { words, expected, seen } of terms) {
    for (const word of new Set(words)) {
      const sum = sums.get(word) ?? { expected: 0, conversions: 0, terms: 0 };
      if (sum.terms === 0) sums.set(word, sum);
      sum.expected += expected;
      sum.conversions += seen.conversions;
      sum.terms += 1;
    }
  }
  return [...sums.values()].filter((sum) => sum.terms >= FEWEST_TERMS);
}

import type { JudgedTerm, TermElsewhere } from './judged-terms.ts';
import { PhraseTree } from './phrase-tree.ts';
import { fitPrior, type Observation, type Prior } from './prior.ts';
import { collected, eachOf, type Steps } from './steps.ts';
import { foldedWord, LONGEST_PHRASE, phraseKey } from './words.ts';

/** A phrase, and the terms that hold it: all of them without a conversion. */
export interface Pool {
  phrase: string;
  words: readonly string[];
  terms: JudgedTerm[];
  targets: number;
  expected: number;
  /**
   * What terms of other campaigns that hold it would usually have brought, and how many of them are no terms of this
   * one; nothing where one of them converted.
   */
  elsewhere: { terms: number; expected: number };
}

/** Phrases of less are no evidence, in targets. */
export const SMALLEST_POOL = 2;
/** A word of fewer terms is as good as its terms. */
export const FEWEST_TERMS = 3;

/** What the terms of a campaign have in common, by phrases of one to three words. */
export class PhrasePools {
  /** How words differ, learnt from all of them. */
  readonly prior: Prior;
  readonly #tree: PhraseTree;
  /** In how many terms that converted each word stands. */
  readonly #converted: ReadonlyMap<string, number>;
  /** How many of the terms that converted have a word that converted in no other. */
  readonly strangeShare: number;
  readonly #silent: ReadonlyMap<number, Pool>;

  private constructor(parts: { prior: Prior; tree: PhraseTree; converted: Converted; silent: Map<number, Pool> }) {
    this.prior = parts.prior;
    this.#tree = parts.tree;
    this.#converted = parts.converted.byWord;
    this.strangeShare = parts.converted.strangeShare;
    this.#silent = parts.silent;
  }

  /** Pools terms, in steps: there may be hundreds of thousands. */
  static *of(terms: readonly JudgedTerm[], elsewhere: readonly TermElsewhere[] = []): Steps<PhrasePools> {
    const tree = new PhraseTree();
    const converting: JudgedTerm[] = [];
    const own = yield* collected(terms, (term) => {
      const numbers = tree.addWords(term.words);
      if (term.seen.conversions > 0) converting.push(term);
      return { term, numbers, weight: term.targets, expected: term.expected, conversions: term.seen.conversions };
    });
    const others = yield* collected(elsewhere, (term) => ({
      ...term,
      numbers: tree.addWords(term.words),
      weight: term.expected,
    }));
    const prior = yield* fitPrior(yield* wordsTogether([...own, ...others], tree));
    const silent = own.filter(({ conversions }) => conversions === 0);
    const converted = yield* convertedWords(converting);
    return new PhrasePools({ prior, tree, converted, silent: yield* pooled(silent, others, tree, converted.byWord) });
  }

  /**
   * Phrases with a word that never converted, as far as they cost enough to tell. Words that all convert elsewhere make no
   * waste by standing together: so many phrases would be too many looks for bad luck.
   */
  get silent(): Iterable<Pool> {
    return this.#silent.values();
  }

  /** Whether a term with the word converted, in whatever spelling. */
  hasConverted(word: string): boolean {
    return this.#converted.has(foldedWord(word));
  }

  /** The silent phrases that a term holds. */
  of({ words }: JudgedTerm): Pool[] {
    const pools: Pool[] = [];
    this.#tree.visit(this.#tree.numbersOf(words), (phrase) => {
      const pool = this.#silent.get(phrase);
      if (pool) pools.push(pool);
    });
    return pools;
  }
}

interface Converted {
  byWord: ReadonlyMap<string, number>;
  strangeShare: number;
}

/** Few terms that converted say little: as though four more were known, two of them strange. */
const BELIEF = { strange: 2, terms: 4 } as const;

function* convertedWords(terms: readonly JudgedTerm[]): Steps<Converted> {
  const byWord = new Map<string, number>();
  const folded = yield* collected(terms, ({ words }) => {
    const own = new Set(words.map(foldedWord));
    for (const word of own) byWord.set(word, (byWord.get(word) ?? 0) + 1);
    return own;
  });
  let strange = 0;
  yield* eachOf(folded, (words) => {
    if ([...words].some((word) => byWord.get(word) === 1)) strange += 1;
  });
  return { byWord, strangeShare: (strange + BELIEF.strange) / (terms.length + BELIEF.terms) };
}

type Own = Numbered & { term: JudgedTerm };
type Other = Numbered & TermElsewhere;

function* pooled(
  own: readonly Own[],
  others: readonly Other[],
  tree: PhraseTree,
  converted: ReadonlyMap<string, number>,
): Steps<Map<number, Pool>> {
  const costs = yield* costsByPhrase([...own, ...others.filter(({ conversions }) => conversions === 0)], tree);
  const pools = new Map<number, Pool>();
  yield* eachOf(costs.entries(), ([phrase, targets]) => {
    const words = targets >= SMALLEST_POOL ? tree.wordsOf(phrase) : [];
    if (words.every((word) => converted.has(foldedWord(word)))) return;
    pools.set(phrase, { phrase: phraseKey(words), words, terms: [], targets: 0, expected: 0, elsewhere: NOWHERE });
  });
  yield* eachOf(own, ({ term, numbers }) => {
    tree.visit(numbers, (phrase) => {
      const pool = pools.get(phrase);
      if (pool && pool.terms.at(-1) !== term) add(pool, term);
    });
  });
  const known = new Set<string>();
  yield* eachOf(others.length > 0 ? own : [], ({ term }) => known.add(phraseKey(term.words)));
  yield* eachOf(others, (term) => {
    const isNew = !known.has(phraseKey(term.words));
    tree.visit(term.numbers, (phrase) => {
      const pool = pools.get(phrase);
      if (pool) pool.elsewhere = together(pool.elsewhere, term, isNew);
    });
  });
  yield* eachOf(pools, ([phrase, pool]) => {
    if (pool.terms.length === 0) pools.delete(phrase);
    else if (pool.elsewhere.terms < 0) pool.elsewhere = NOWHERE;
  });
  return pools;
}

const NOWHERE = { terms: 0, expected: 0 };
const CONVERTED = { terms: -1, expected: 0 };

/** Once a term with a phrase converted elsewhere, the others tell nothing against it. */
function together(sum: Pool['elsewhere'], { expected, conversions }: TermElsewhere, isNew: boolean): Pool['elsewhere'] {
  if (sum.terms < 0 || conversions > 0) return CONVERTED;
  return { terms: sum.terms + Number(isNew), expected: sum.expected + expected };
}

interface Numbered {
  numbers: readonly number[];
  /** What it cost in targets; elsewhere, what it would usually have brought. */
  weight: number;
  expected: number;
  conversions: number;
}

/** What the terms of each phrase cost, in targets. A longer one can only have cost enough where the shorter ones in it have. */
function* costsByPhrase(terms: readonly Numbered[], tree: PhraseTree): Steps<number[]> {
  const costs = Array.from({ length: tree.size }, () => 0);
  for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
    yield* eachOf(terms, ({ weight, numbers }) => {
      for (let start = 0; start + length <= numbers.length; start += 1) {
        const phrase = worthCounting(numbers, start, length, tree, costs);
        if (phrase !== undefined) costs[phrase] = (costs[phrase] ?? 0) + weight;
      }
    });
  }
  return costs;
}

function worthCounting(
  numbers: readonly number[],
  start: number,
  length: number,
  tree: PhraseTree,
  costs: readonly number[],
): number | undefined {
  if (length === 1) return numbers[start];
  const [before, after] = [phraseAt(numbers, start, length - 1, tree), phraseAt(numbers, start + 1, length - 1, tree)];
  const last = numbers[start + length - 1];
  if (before === undefined || after === undefined || last === undefined) return undefined;
  const isEnough = (costs[before] ?? 0) >= SMALLEST_POOL && (costs[after] ?? 0) >= SMALLEST_POOL;
  return isEnough ? tree.add(before, last) : undefined;
}

function phraseAt(numbers: readonly number[], start: number, length: number, tree: PhraseTree): number | undefined {
  let phrase = numbers[start];
  for (let at = start + 1; at < start + length && phrase !== undefined; at += 1) {
    const word = numbers[at];
    phrase = word === undefined ? undefined : tree.find(phrase, word);
  }
  return phrase;
}

function add(pool: Pool, term: JudgedTerm): void {
  pool.terms.push(term);
  pool.targets += term.targets;
  pool.expected += term.expected;
}

/** What all terms with a word did together, for words of several terms. */
function* wordsTogether(terms: readonly Numbered[], tree: PhraseTree): Steps<Observation[]> {
  const sums = Array.from({ length: tree.size }, () => ({ terms: 0, expected: 0, conversions: 0 }));
  yield* eachOf(terms, ({ numbers, expected, conversions }) => {
    for (const [at, number] of numbers.entries()) {
      const sum = sums[number];
      if (!sum || numbers.indexOf(number) < at) continue;
      sum.terms += 1;
      sum.expected += expected;
      sum.conversions += conversions;
    }
  });
  return sums.filter((sum) => sum.terms >= FEWEST_TERMS);
}

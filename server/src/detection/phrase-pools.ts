import { ConvertedWords } from './converted-words.ts';
import type { JudgedTerm, TermElsewhere } from './judged-terms.ts';
import { NONE } from './pair-numbers.ts';
import { PhraseCosts, type WeighedText } from './phrase-costs.ts';
import type { NumberedText, PhraseTree } from './phrase-tree.ts';
import { fitPrior, type Observation, type Prior } from './prior.ts';
import { collected, eachOf, type Steps } from './steps.ts';
import { phraseKey } from './words.ts';

/** A phrase, and what the terms that hold it did together: all of them without a conversion. */
export interface Pool {
  phrase: string;
  words: readonly string[];
  /** How many terms hold it, and in targets what they cost and what the costliest did. */
  terms: number;
  targets: number;
  largest: number;
  expected: number;
  /** What they cost in all days seen, in those that are not settled yet, and in the window that is asked for. */
  cost: { seen: number; recent: number; window: number };
  /** The first day on which one of them was seen. */
  firstSeenDay: number;
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

interface Parts {
  prior: Prior;
  converted: ConvertedWords;
  tree: PhraseTree;
  phrases: PhraseCosts;
  own: readonly JudgedTerm[];
  silent: ReadonlyMap<number, Pool>;
}

/** What the terms of a campaign have in common, by phrases of one to three words. */
export class PhrasePools {
  /** How words differ, learnt from all of them. */
  readonly prior: Prior;
  readonly converted: ConvertedWords;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.prior = parts.prior;
    this.converted = parts.converted;
    this.#parts = parts;
  }

  /** Pools terms whose words are numbered in a tree, in steps: there may be hundreds of thousands. */
  static *of(
    terms: readonly JudgedTerm[],
    tree: PhraseTree,
    elsewhere: readonly TermElsewhere[] = [],
  ): Steps<PhrasePools> {
    const others = yield* collected(elsewhere, (term): Other => ({ ...term, text: tree.addText(term.words) }));
    const prior = yield* fitPrior(yield* wordsTogether(terms, others, tree));
    const own = yield* collected(terms, (term) => (term.seen.conversions === 0 ? term : undefined));
    const converted = yield* ConvertedWords.of(terms);
    const counted = others.filter(({ conversions }) => conversions === 0);
    const ofOthers = counted.map(({ text, expected }): WeighedText => ({ text, targets: expected }));
    const weighed = ofOthers.length > 0 ? [own, ofOthers] : [own];
    const phrases = yield* PhraseCosts.of(weighed, tree, SMALLEST_POOL);
    const silent = yield* pooled({ own, others, tree, phrases, converted });
    return new PhrasePools({ prior, converted, tree, phrases, own, silent });
  }

  /**
   * Phrases with a word that never converted, as far as they cost enough to tell. Words that all convert elsewhere make no
   * waste by standing together: so many phrases would be too many looks for bad luck.
   */
  get silent(): Iterable<Pool> {
    return this.#parts.silent.values();
  }

  /** The silent phrases that a term holds. */
  of({ text }: JudgedTerm): Pool[] {
    const pools: Pool[] = [];
    this.#parts.tree.visit(text, (phrase) => {
      const pool = this.#parts.silent.get(phrase);
      if (pool) pools.push(pool);
    });
    return pools;
  }

  /** The terms of some pools. */
  *termsOf(pools: Iterable<Pool>): Steps<Map<Pool, JudgedTerm[]>> {
    const { own, phrases, silent } = this.#parts;
    const terms = new Map([...pools].map((pool): [Pool, JudgedTerm[]] => [pool, []]));
    const lists = new Map<number, JudgedTerm[]>();
    yield* eachOf(silent, ([phrase, pool]) => {
      const list = terms.get(pool);
      if (list) lists.set(phrase, list);
    });
    yield* eachOf(own, (term) => {
      phrases.visit(term.text, (phrase) => {
        const list = lists.get(phrase);
        if (list && list.at(-1) !== term) list.push(term);
      });
    });
    return terms;
  }
}

type Other = TermElsewhere & { text: NumberedText };

interface Pooling {
  own: readonly JudgedTerm[];
  others: readonly Other[];
  tree: PhraseTree;
  phrases: PhraseCosts;
  converted: ConvertedWords;
}

function* pooled({ own, others, tree, phrases, converted }: Pooling): Steps<Map<number, Pool>> {
  const pools: (Pool | undefined)[] = [];
  yield* eachOf(phrases.costs, (targets) => {
    const words = targets >= SMALLEST_POOL ? tree.wordsOf(pools.length) : [];
    pools.push(words.every((word) => converted.has(word)) ? undefined : emptyPool(words));
  });
  const latest = new Int32Array(pools.length).fill(NONE);
  let number = 0;
  yield* eachOf(own, (term) => {
    let did: Did | undefined;
    phrases.visit(term.text, (phrase) => {
      const pool = pools[phrase];
      // A term that holds the phrase twice is one term.
      if (!pool || latest[phrase] === number) return;
      latest[phrase] = number;
      did ??= whatDid(term);
      add(pool, term, did);
    });
    number += 1;
  });
  yield* addElsewhere(pools, own, others, tree);
  const found = new Map<number, Pool>();
  yield* eachOf(pools.keys(), (phrase) => {
    const pool = pools[phrase];
    if (pool && pool.terms > 0) found.set(phrase, pool);
    if (pool && pool.elsewhere.terms < 0) pool.elsewhere = NOWHERE;
  });
  return found;
}

const NOWHERE = { terms: 0, expected: 0 };
const CONVERTED = { terms: -1, expected: 0 };

function emptyPool(words: readonly string[]): Pool {
  return {
    phrase: phraseKey(words),
    words,
    terms: 0,
    targets: 0,
    largest: 0,
    expected: 0,
    cost: { seen: 0, recent: 0, window: 0 },
    firstSeenDay: Number.POSITIVE_INFINITY,
    elsewhere: NOWHERE,
  };
}

/** What a term adds to each of its pools, made once for all of them. */
type Did = Pick<Pool, 'cost' | 'firstSeenDay'>;

function whatDid({ term, seen }: JudgedTerm): Did {
  const cost = { seen: seen.cost, recent: term.recent.cost, window: term.window.cost };
  return { cost, firstSeenDay: term.firstSeenDay };
}

function add(pool: Pool, { targets, expected }: JudgedTerm, { cost, firstSeenDay }: Did): void {
  pool.terms += 1;
  pool.targets += targets;
  pool.expected += expected;
  pool.cost.seen += cost.seen;
  pool.cost.recent += cost.recent;
  pool.cost.window += cost.window;
  if (targets > pool.largest) pool.largest = targets;
  if (firstSeenDay < pool.firstSeenDay) pool.firstSeenDay = firstSeenDay;
}

function* addElsewhere(
  pools: readonly (Pool | undefined)[],
  own: readonly JudgedTerm[],
  others: readonly Other[],
  tree: PhraseTree,
): Steps<void> {
  const known = new Set<string>();
  yield* eachOf(others.length > 0 ? own : [], ({ words }) => known.add(phraseKey(words)));
  yield* eachOf(others, (term) => {
    const isNew = !known.has(phraseKey(term.words));
    tree.visit(term.text, (phrase) => {
      const pool = pools[phrase];
      if (pool) pool.elsewhere = together(pool.elsewhere, term, isNew);
    });
  });
}

/** Once a term with a phrase converted elsewhere, the others tell nothing against it. */
function together(sum: Pool['elsewhere'], { expected, conversions }: TermElsewhere, isNew: boolean): Pool['elsewhere'] {
  if (sum.terms < 0 || conversions > 0) return CONVERTED;
  return { terms: sum.terms + Number(isNew), expected: sum.expected + expected };
}

/** What all terms with a word did together, for words of several terms. */
function* wordsTogether(own: readonly JudgedTerm[], others: readonly Other[], tree: PhraseTree): Steps<Observation[]> {
  // In columns: nearly every term may have a word of its own.
  const [terms, expecteds, conversionsOf] = [
    new Int32Array(tree.size),
    new Float64Array(tree.size),
    new Float64Array(tree.size),
  ];
  const count = ({ start, end }: NumberedText, expected: number, conversions: number) => {
    for (let at = start; at < end; at += 1) {
      const word = tree.wordAt(at);
      if (isRepeated(at, start, tree)) continue;
      terms[word] = (terms[word] ?? 0) + 1;
      expecteds[word] = (expecteds[word] ?? 0) + expected;
      conversionsOf[word] = (conversionsOf[word] ?? 0) + conversions;
    }
  };
  yield* eachOf(own, ({ text, expected, seen }) => count(text, expected, seen.conversions));
  yield* eachOf(others, ({ text, expected, conversions }) => count(text, expected, conversions));
  return yield* collected(terms.keys(), (word): Observation | undefined =>
    (terms[word] ?? 0) < FEWEST_TERMS
      ? undefined
      : { expected: expecteds[word] ?? 0, conversions: conversionsOf[word] ?? 0 },
  );
}

/** Whether a text has the word at a place before. */
function isRepeated(at: number, start: number, tree: PhraseTree): boolean {
  for (let before = start; before < at; before += 1) if (tree.wordAt(before) === tree.wordAt(at)) return true;
  return false;
}

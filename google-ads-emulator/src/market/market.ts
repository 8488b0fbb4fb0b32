import type { CampaignDescription } from '../worlds/description.ts';
import type { MarketDescription } from '../worlds/market-description.ts';
import { describedTerms, termsAround } from './make-terms.ts';
import { dealtNature } from './natures.ts';
import { hash, mix } from './random.ts';
import { stemsOf, wordsOf } from './stems.ts';
import { HIDDEN_BELOW_MONTHLY_SEARCHES, type Term, type TermDraft } from './term.ts';

/** A keyword's claim to a term's searches, weighed against the claims of others. */
export interface Claim {
  term: Term;
  weight: number;
  /** An exact keyword takes its own text over from all others. */
  isOwn: boolean;
}

/** What people search for around one account. It grows only by keywords that use words unknown to it. */
export class Market {
  readonly description: MarketDescription;
  readonly seed: number;
  readonly terms: Term[] = [];
  readonly #byText = new Map<string, Term>();
  readonly #byStem = new Map<string, Term[]>();
  readonly #byWord = new Map<string, Term[]>();
  readonly #byMeaning = new Map<string, { stems: string[]; term: Term }[]>();
  readonly #listed = new Set<string>();
  readonly #blocked = new Map<string, readonly Term[]>();

  constructor(description: MarketDescription, campaigns: readonly CampaignDescription[], seed: number) {
    this.description = description;
    this.seed = seed;
    for (const draft of describedTerms(description, campaigns, seed)) this.#add(draft, Number.NEGATIVE_INFINITY);
    for (const { text } of campaigns.flatMap(({ ad_groups }) => ad_groups.flatMap(({ keywords }) => keywords))) {
      this.#listed.add(text.toLowerCase());
    }
  }

  termOf(text: string): Term | undefined {
    return this.#byText.get(text.toLowerCase());
  }

  /** The terms a keyword may show for, by its match type and words. */
  claimsOf(text: string, matchType: string): Claim[] {
    const stems = stemsOf(text);
    const own = text.toLowerCase();
    const holding = rarest(this.#byStem, stems).filter((term) => holdsAll(term.stems, stems));
    if (matchType === 'EXACT') {
      const same = holding.filter((term) => term.stems.length === stems.length);
      return same.map((term) => ({ term, weight: VARIANT, isOwn: term.text === own }));
    }
    const weigh = (term: Term, weight: number) => ({
      term,
      weight: term.text === own ? VARIANT : weight,
      isOwn: false,
    });
    if (matchType === 'PHRASE') {
      return holding.filter((term) => holdsPhrase(term.stems, stems)).map((term) => weigh(term, PHRASE * stems.length));
    }
    const meant = new Set(this.#meantBy(stems)).difference(new Set(holding));
    return [...holding.map((term) => weigh(term, BROAD)), ...[...meant].map((term) => weigh(term, MEANING))];
  }

  /** The terms a negative keyword keeps ads from: it matches literally, without close variants. */
  termsBlockedBy(text: string, matchType: string): readonly Term[] {
    const key = `${matchType}|${text}`;
    const known = this.#blocked.get(key);
    if (known) return known;
    const found = this.#findBlocked(text, matchType);
    this.#blocked.set(key, found);
    return found;
  }

  #findBlocked(text: string, matchType: string): Term[] {
    const words = wordsOf(text);
    const negative = words.join(' ');
    const holding = rarest(this.#byWord, words);
    if (matchType === 'EXACT') return holding.filter((term) => term.text === negative);
    if (matchType === 'PHRASE') return holding.filter((term) => ` ${term.text} `.includes(` ${negative} `));
    return holding.filter((term) => holdsAll(term.words, words));
  }

  /** A keyword in words that nobody here uses brings demand of its own, from its creation on; never twice. */
  meet(text: string, matchType: string, since: number): void {
    const own = text.toLowerCase();
    if (this.#listed.has(own)) return;
    this.#listed.add(own);
    if (this.#holding(own, KNOWN_FROM).length > 0) return;
    for (const draft of this.#around(own, matchType)) this.#add(draft, since);
  }

  /** What people search for around a text, most searched first; in an open market also what a new text would bring. */
  near(text: string): TermDraft[] {
    const terms = this.#holding(text, NEAR_FROM);
    const found = terms.length > 0 ? terms : this.#around(text, 'PHRASE');
    return found.toSorted((one, other) => other.searches - one.searches).slice(0, NEAR_MOST);
  }

  /** The terms that hold at least such a part of a text's words. */
  #holding(text: string, part: number): Term[] {
    const stems = new Set(stemsOf(text));
    const counts = new Map<Term, number>();
    for (const stem of stems) {
      for (const term of this.#byStem.get(stem) ?? []) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count >= part * stems.size).map(([term]) => term);
  }

  /** The demand that a text nobody described would bring. */
  #around(text: string, matchType: string): TermDraft[] {
    const { unlisted } = this.description;
    if (unlisted === 0) return [];
    const keyword = { text, matchType, nature: dealtNature(this.seed, text) };
    return termsAround(this.description, this.seed, keyword, { searches: unlisted, cpc: 1, ctr: 1, cvr: 1 });
  }

  #meantBy(stems: readonly string[]): Term[] {
    const entries = stems.flatMap((stem) => this.#byMeaning.get(stem) ?? []);
    return entries.filter((entry) => holdsAll(stems, entry.stems)).map(({ term }) => term);
  }

  #add(draft: TermDraft, since: number): void {
    if (this.#byText.has(draft.text)) return;
    const words = wordsOf(draft.text);
    const term: Term = {
      ...draft,
      index: this.terms.length,
      words,
      stems: stemsOf(draft.text),
      seed: mix(this.seed, hash(`term|${draft.text}`)),
      themeSeed: mix(this.seed, hash(`theme|${draft.theme}`)),
      hidden: draft.searches < HIDDEN_BELOW_MONTHLY_SEARCHES,
      since,
    };
    this.terms.push(term);
    this.#blocked.clear();
    this.#byText.set(term.text, term);
    for (const stem of new Set(term.stems)) listUnder(this.#byStem, stem, term);
    for (const word of new Set(words)) listUnder(this.#byWord, word, term);
    for (const meaning of draft.reachedBy) {
      const stems = stemsOf(meaning);
      const [first] = stems;
      if (first !== undefined) listUnder(this.#byMeaning, first, { stems, term });
    }
  }
}

function listUnder<V>(index: Map<string, V[]>, key: string, value: V): void {
  const list = index.get(key);
  if (list) list.push(value);
  else index.set(key, [value]);
}

/** The shortest list: every term that holds all of the words is in it. */
function rarest(index: ReadonlyMap<string, Term[]>, words: readonly string[]): Term[] {
  const lists = words.map((word) => index.get(word) ?? []);
  return lists.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function holdsAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.includes(word));
}

function holdsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= words.length; start += 1) {
    if (phrase.every((word, offset) => words[start + offset] === word)) return true;
  }
  return false;
}

/** What claims weigh: a keyword that is the term itself, or close to it, then phrases by their length, then broad ones. */
const VARIANT = 20;
const PHRASE = 4;
const BROAD = 1.5;
const MEANING = 1;
/** The part of a text's words that one term must hold for the text to be nothing new, or close. */
const KNOWN_FROM = 0.6;
const NEAR_FROM = 0.5;
const NEAR_MOST = 100;

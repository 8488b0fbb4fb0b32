import { foldedWords } from '../../detection/words.ts';

/** What writing in one language needs to know: how things are said, and how pages say them. */
export interface Lexicon {
  /** The primary subtag, such as `de`. */
  language: string;
  /** Whether ads Write Words Like This. */
  titleCase: boolean;
  /** Words that carry no claim. They tell the language of a text, and need no source. */
  functionWords: ReadonlySet<string>;
  /** Words of our own sentences, which the site need not carry. */
  glue: ReadonlySet<string>;
  say: Sayings;
  find: Findings;
  whose: WhoseWords;
  keywords: KeywordWords;
}

/** Sentences and phrases of our own: each takes facts and adds nothing to them. */
export interface Sayings {
  inPlace(what: string, place: string): string;
  serving(places: readonly string[]): string;
  /** The same for towns beside the first one. */
  alsoIn(places: readonly string[]): string;
  rating(value: string, scale: string): string;
  ratingWithCount(value: string, count: string, isOfReviews: boolean): string;
  since(year: string): string;
  from(amount: string): string;
  /** That this is the business's own site, the fullest way of saying it first. */
  official(brand: string): readonly string[];
  list(items: readonly string[]): string;
  colon: string;
  stop: string;
}

/** How pages of this language say what an ad can use. */
export interface Findings {
  /** Words that make a phrase a promise to its reader. */
  promise: RegExp;
  /** Words that make a phrase a proof. */
  proof: RegExp;
  /** Noun phrases worth taking out of a sentence whole. */
  phrases: readonly RegExp[];
  /** Stands before the amount of a price that can be higher. */
  from: RegExp;
  /** Words that give something to some, or for something in return, as far as no amount says so. */
  condition: RegExp;
  /** A line that says for whom something is, or in return for what, and nothing else. */
  onlyCondition: RegExp;
  negation: RegExp;
  /** The head of a column of prices that everybody pays today, for the whole and with taxes. */
  priceHead: RegExp;
  /** Ends the label of an amount that is not what it costs: an old price, a saving, a limit. */
  notPaid: RegExp;
  /** Captures the year since when there is a business. */
  since: RegExp;
  /** Captures a list of places that are served, of a sentence that says nothing else before it. */
  areas: RegExp;
  /** Captures what is not offered. */
  notOffered: RegExp;
  /** A sentence that holds opening hours. */
  hours: RegExp;
  /** A sentence that ends some day. */
  until: RegExp;
  /** Beginnings of a sentence that leans on the one before it, and of questions. */
  dangling: RegExp;
  /** Buttons that ask a buyer to do something. */
  action: RegExp;
  /** Headings that name a part of the page. */
  plainHeading: RegExp;
  /** What joins two services in one name. */
  and: RegExp;
  /** Words in front of or behind a service's name that people do not search. */
  wrapping: RegExp;
  /** Where a sentence may end earlier without another meaning. */
  cut: RegExp;
  /** Words of hurry. */
  urgent: RegExp;
  superlative: RegExp;
  guarantee: RegExp;
  free: RegExp;
}

/** How pages of this language tell what the business offers from what it does not, and from what others do. */
export interface WhoseWords {
  /** A heading or the end of a lead-in that leaves what is not offered to what follows it, or sets others beside us. */
  denial: RegExp;
  /** Says “not” in any way that does not promise the lack of something, as “no fees” does. */
  not: RegExp;
  /** Other businesses, such as partners, makers and competitors. */
  others: RegExp;
  /** The business itself. */
  ours: RegExp;
  /** Tells a sentence, which has a subject, from a line that is about whose page it is on. */
  verb: RegExp;
}

/** What people add to what they search for. */
export interface KeywordWords {
  near: readonly string[];
  cost: readonly string[];
  /** For what is bought from anywhere. */
  online: readonly string[];
  /** For things that are sent. */
  toBuy(what: string): readonly string[];
  company: readonly string[];
  /** Words that ask for a low price, or for it at once. */
  more: RegExp;
  withPlace(what: string, place: string): string;
  /** What a business of a kind is called, and how people put it beside what they want from it. */
  trade: RegExp;
  ofTrade(what: string, trade: string): string;
  /** Of people who do not buy; each goes where the site offers the same thing. */
  negatives: readonly string[];
}

/** Folds a list of words, as they are compared. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(foldedWords(words));
}

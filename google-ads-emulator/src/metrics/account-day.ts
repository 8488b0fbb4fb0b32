import type { Market } from '../market/market.ts';
import { hash, mix, Random, unit } from '../market/random.ts';
import type { Term } from '../market/term.ts';
import { CampaignBook } from './campaign-book.ts';
import { CENT_MICROS, type Leaf } from './leaf.ts';
import type { Contender, Lineup } from './lineup.ts';
import { conversionMood, lagOf, searchesOn, searchMood } from './timing.ts';

/** A part of the day with those who showed during it. */
export interface PlayedPart {
  from: number;
  to: number;
  lineup: Lineup;
}

/** What a day is played with. */
export interface DayParts {
  market: Market;
  terms: Iterable<Term>;
  parts: readonly PlayedPart[];
  /** The part of a campaign's conversions that its tracking counted that day. */
  tracked(campaign: string): number;
  /** Whether people already converted on the term. */
  converts(term: Term): boolean;
}

/** One day of one account: people search, one keyword is chosen for each search, and budgets are spent until a time of day. */
export function playDay(play: DayParts, day: number, until: number): Map<string, Leaf[]> {
  const { market, parts } = play;
  const books = new Map<string, CampaignBook>();
  const mood = searchMood(market.description, market.seed, day);
  for (const term of play.terms) {
    const count = searchesOn(term, day, mood);
    const daySeed = mix(term.seed, day + TODAY);
    for (let number = 0; number < count; number += 1) {
      const seed = mix(daySeed, number);
      const time = chance(seed, TIME);
      const contender = time < until ? chosen(parts, term, time, seed) : undefined;
      if (contender) search(play, books, contender, { day, time, seed });
    }
  }
  return settled(books, parts, day);
}

/** The keyword chosen for a search: the same one for the same search, as long as the same keywords take part. */
function chosen(parts: readonly PlayedPart[], term: Term, time: number, seed: number): Contender | undefined {
  const part = parts.length === 1 ? parts[0] : parts.find(({ to }) => time < to);
  if (!part || time < part.from) return undefined;
  const contenders = part.lineup.of(term);
  if (contenders.length < 2) return contenders[0];
  const lot = chance(seed, CHOSEN);
  return contenders.find(({ upTo }) => lot < upTo) ?? contenders.at(-1);
}

interface Search {
  day: number;
  time: number;
  seed: number;
}

function search(play: DayParts, books: Map<string, CampaignBook>, contender: Contender, one: Search): void {
  const { stream, share } = contender;
  const book = bookOf(books, stream.campaign);
  const leaf = book.leafOf(stream, one.day);
  const isShown = chance(one.seed, WON) < share;
  if (isShown && chance(one.seed, CLICKED) < stream.term.ctr) click(play, book, leaf, contender, one);
  else book.add(leaf, one.time, isShown);
}

/** Each click converts by chance of its own, so that good terms have bad weeks. */
function click(play: DayParts, book: CampaignBook, leaf: Leaf, { stream, price }: Contender, one: Search): void {
  const { market, tracked, converts } = play;
  const { term, campaign } = stream;
  const random = new Random(mix(one.seed, PAID));
  const costMicros = Math.max(1, Math.round(price * random.around1(PRICE_SPREAD) * 100)) * CENT_MICROS;
  const rate = converts(term) ? term.cvr * conversionMood(market.description, market.seed, term, one.day) : 0;
  const isCounted = random.next() < rate && random.next() < tracked(campaign);
  const { value } = market.description.base;
  const conversion = isCounted
    ? { lag: lagOf(random), value: Math.round(value * random.around1(VALUE_SPREAD) * 100) / 100 }
    : undefined;
  book.addClick(leaf, one.time, costMicros, conversion);
}

function settled(books: ReadonlyMap<string, CampaignBook>, parts: readonly PlayedPart[], day: number) {
  const leaves = new Map<string, Leaf[]>();
  for (const [campaign, book] of books) {
    const budget = parts.map(({ from, to, lineup }) => ({ from, to, budgetMicros: lineup.budgetOf(campaign) }));
    const pacing = LEAST_PACING + PACING_RANGE * unit(mix(hash(campaign), day));
    leaves.set(campaign, book.settle(budget, pacing));
  }
  return leaves;
}

function bookOf(books: Map<string, CampaignBook>, campaign: string): CampaignBook {
  const known = books.get(campaign);
  if (known) return known;
  const made = new CampaignBook();
  books.set(campaign, made);
  return made;
}

function chance(seed: number, of: number): number {
  return mix(seed, of) / 4_294_967_296;
}

/** What is decided about a search, each by a chance of its own. */
const TIME = 1;
const CHOSEN = 2;
const WON = 3;
const CLICKED = 4;
const PAID = 5;
/** Sets the searches of a day apart from their number. */
const TODAY = 0x2000_0000;
const PRICE_SPREAD = 0.22;
const VALUE_SPREAD = 0.4;
/** What Google spends of a budget that demand would exceed. */
const LEAST_PACING = 0.93;
const PACING_RANGE = 0.12;

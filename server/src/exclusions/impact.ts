import type { Services, Tenancy } from '../base/context.ts';
import type { Line, Place } from '../base/turns.ts';
import type { Worded } from '../campaigns/keyword-text.ts';
import { latestFigureDay, readDays } from '../detection/evidence.store.ts';
import type { CampaignDay, KeywordFacts, TermFacts } from '../detection/evidence.ts';
import { campaignFigures, type Figures, LAG_DAYS, NO_FIGURES, plus, settledWindow } from '../detection/figures.ts';
import type { BlastRadius } from '../detection/finding.ts';
import { readKeywords } from '../detection/keyword-figures.store.ts';
import { Negatives } from '../detection/negative-match.ts';
import { eachOf, inTurns, type Steps } from '../detection/steps.ts';
import { readTerms } from '../detection/term-figures.store.ts';
import { withRoomForTerms } from '../detection/term-room.ts';
import { variantOf, wordsOf } from '../detection/words.ts';
import { allowMemory } from '../figures/state.store.ts';

/** How many settled days a change is weighed by. */
export const WEIGHED_DAYS = 90;
const NO_WINDOW = 1;

/** What a change takes away from a campaign: searches that it excludes, keywords that it pauses. */
export interface Taken {
  negatives: readonly Worded[];
  keywordIds: readonly number[];
}

/** A search term that brought conversions and would bring none any more. */
export interface LostTerm {
  term: string;
  figures: Figures;
}

/** What would go with a change: shares of 90 days, and the terms among it that converted, the best first. */
export interface Impact {
  blastRadius: BlastRadius;
  lost: LostTerm[];
}

/** A campaign may have very many terms: organizations take turns, on connections that requests do not wait for. */
const WEIGHING: Line = {
  name: 'impacts',
  atOnce: 3,
  atOnceOfOne: 2,
  mostWaiting: 100,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many previews of this organization are waiting. Try again in a moment.',
};

/** Says what a campaign would lose; nothing where it has no figures yet. */
export async function impactOf(weighing: Weighing, campaignId: number, taken: Taken): Promise<Impact> {
  if (taken.negatives.length === 0 && taken.keywordIds.length === 0) return NO_IMPACT;
  const weigh = async () => {
    const read = await readFigures(weighing, campaignId, taken);
    return read ? inTurns(judged(read, taken)) : NO_IMPACT;
  };
  return withRoomForTerms(weighing, campaignId, { line: WEIGHING, place: placeOf(weighing) }, weigh);
}

/** Weighs a change when its organization has its turn. */
export function inItsTurn<T>(weighing: Weighing, weigh: () => Promise<T>): Promise<T> {
  return weighing.turns.take(WEIGHING, placeOf(weighing), weigh);
}

function placeOf({ organizationId }: Weighing): Place {
  return { holder: `${organizationId}` };
}

/** Who weighs, and for whom. */
export type Weighing = Services & Pick<Tenancy, 'organizationId'>;
type Read = { latestDay: number; days: CampaignDay[]; terms: TermFacts[]; keywords: KeywordFacts[] };

function readFigures(
  { database, organizationId }: Weighing,
  campaignId: number,
  taken: Taken,
): Promise<Read | undefined> {
  return database.forWork().transaction(async (db) => {
    await allowMemory(db);
    const tenancy = { organizationId, db };
    const latestDay = await latestFigureDay(tenancy);
    if (latestDay === undefined) return undefined;
    const place = { campaignId, latestDay };
    return {
      latestDay,
      days: await readDays(tenancy, place, WEIGHED_DAYS + LAG_DAYS),
      terms: await readTerms(tenancy, place, NO_WINDOW),
      keywords: taken.keywordIds.length > 0 ? (await readKeywords(tenancy, place)).keywords : [],
    };
  });
}

/** In steps: a campaign may have very many terms. */
function* judged(read: Read, { negatives, keywordIds }: Taken): Steps<Impact> {
  const ids = new Set(keywordIds);
  const blocked = yield* blockedTerms(read.terms, negatives);
  const paused = read.keywords.filter(({ id }) => ids.has(id));
  const gone = [...blocked, ...paused].reduce<Figures>((sum, { last90 }) => plus(sum, last90), NO_FIGURES);
  const whole = campaignFigures(read, settledWindow(read, WEIGHED_DAYS));
  const lost = new Set([...blocked, ...(yield* orphaned(read.terms, read.keywords, ids))]);
  return { blastRadius: sharesOf(gone, whole), lost: convertingOf([...lost]) };
}

/** Nothing would go. */
export const NO_IMPACT: Impact = { blastRadius: { clicks: 0, cost: 0, conversions: 0 }, lost: [] };

function* blockedTerms(terms: readonly TermFacts[], negatives: readonly Worded[]): Steps<TermFacts[]> {
  const all = new Negatives(negatives.map(({ text, match_type }) => ({ text, matchType: match_type })));
  const blocked: TermFacts[] = [];
  yield* eachOf(terms, (term) => {
    if (all.blocking(wordsOf(term.text)) !== undefined) blocked.push(term);
  });
  return blocked;
}

/** Converting terms that a paused keyword took, and that no other keyword of the same ads would. */
function* orphaned(
  terms: readonly TermFacts[],
  keywords: readonly KeywordFacts[],
  pausedIds: ReadonlySet<number>,
): Steps<TermFacts[]> {
  if (pausedIds.size === 0) return [];
  const paused = yield* takersOf(keywords.filter(({ id }) => pausedIds.has(id)));
  const left = yield* takersOf(keywords.filter(({ id, state }) => state === 'enabled' && !pausedIds.has(id)));
  const lost: TermFacts[] = [];
  yield* eachOf(terms.filter(isConverting), (term) => {
    const words = wordsOf(term.text);
    const isTaken = (takers: ReadonlyMap<number, Takers>) => term.adIds.some((ad) => takers.get(ad)?.take(words));
    if (isTaken(paused) && !isTaken(left)) lost.push(term);
  });
  return lost;
}

function* takersOf(keywords: readonly KeywordFacts[]): Steps<Map<number, Takers>> {
  const byAd = new Map<number, Takers>();
  for (const [ad, some] of Map.groupBy(keywords, ({ adId }) => adId)) {
    byAd.set(ad, new Takers(some));
    yield;
  }
  return byAd;
}

/** The keywords of an ad by what they are shown for; exact ones take what means the same. */
class Takers {
  readonly #exact: ReadonlySet<string>;
  readonly #others: Negatives<KeywordFacts>;

  constructor(keywords: readonly KeywordFacts[]) {
    const { exact = [], others = [] } = Object.groupBy(keywords, ({ matchType }) =>
      matchType === 'exact' ? 'exact' : 'others',
    );
    this.#exact = new Set(exact.map(({ text }) => variantOf(wordsOf(text))));
    this.#others = new Negatives(others);
  }

  take(words: readonly string[]): boolean {
    return this.#exact.has(variantOf(words)) || this.#others.blocking(words) !== undefined;
  }
}

function isConverting({ last90, recent }: TermFacts): boolean {
  return last90.conversions + recent.conversions > 0;
}

function convertingOf(terms: readonly TermFacts[]): LostTerm[] {
  return terms
    .filter(isConverting)
    .map(({ text, last90, recent }) => ({ term: text, figures: plus(last90, recent) }))
    .sort((a, b) => b.figures.conversions - a.figures.conversions);
}

/** What part of the whole would go. */
export function sharesOf(gone: Figures, whole: Figures): BlastRadius {
  const share = (name: 'clicks' | 'cost' | 'conversions') =>
    whole[name] > 0 ? Math.min(1, gone[name] / whole[name]) : 0;
  return { clicks: share('clicks'), cost: share('cost'), conversions: share('conversions') };
}

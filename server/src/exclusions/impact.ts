import type { Services, Tenancy } from '../base/context.ts';
import type { Worded } from '../campaigns/keyword-text.ts';
import { latestFigureDay, readDays } from '../detection/evidence.store.ts';
import type { KeywordFacts, TermFacts } from '../detection/evidence.ts';
import { campaignFigures, type Figures, LAG_DAYS, NO_FIGURES, plus, settledWindow } from '../detection/figures.ts';
import type { BlastRadius } from '../detection/finding.ts';
import { readKeywords } from '../detection/keyword-figures.store.ts';
import { blocks, Negatives } from '../detection/negative-match.ts';
import { readTerms } from '../detection/term-figures.store.ts';
import { variantOf, wordsOf } from '../detection/words.ts';
import { allowMemory } from '../figures/state.store.ts';

const DAYS = 90;
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

/** Says what a campaign would lose; nothing where it has no figures yet. */
export async function impactOf(
  { database, organizationId }: Services & Pick<Tenancy, 'organizationId'>,
  campaignId: number,
  taken: Taken,
): Promise<Impact> {
  if (taken.negatives.length === 0 && taken.keywordIds.length === 0) return NO_IMPACT;
  const read = await database.transaction(async (db) => {
    await allowMemory(db);
    const tenancy = { organizationId, db };
    const latestDay = await latestFigureDay(tenancy);
    if (latestDay === undefined) return undefined;
    const place = { campaignId, latestDay };
    return {
      latestDay,
      days: await readDays(tenancy, place, DAYS + LAG_DAYS),
      terms: await readTerms(tenancy, place, NO_WINDOW),
      keywords: taken.keywordIds.length > 0 ? await readKeywords(tenancy, place) : [],
    };
  });
  if (!read) return NO_IMPACT;
  const blocked = blockedTerms(read.terms, taken.negatives);
  const paused = read.keywords.filter(({ id }) => taken.keywordIds.includes(id));
  const gone = [...blocked, ...paused].reduce<Figures>((sum, { last90 }) => plus(sum, last90), NO_FIGURES);
  const whole = campaignFigures(read, settledWindow(read, DAYS));
  const lost = new Set([...blocked, ...orphaned(read.terms, read.keywords, paused)]);
  return { blastRadius: sharesOf(gone, whole), lost: convertingOf([...lost]) };
}

const NO_IMPACT: Impact = { blastRadius: { clicks: 0, cost: 0, conversions: 0 }, lost: [] };

function blockedTerms(terms: readonly TermFacts[], negatives: readonly Worded[]): TermFacts[] {
  const all = new Negatives(negatives.map(({ text, match_type }) => ({ text, matchType: match_type })));
  return terms.filter(({ text }) => all.blocking(wordsOf(text)) !== undefined);
}

/** Converting terms that a paused keyword took, and that no other keyword of the same ads would. */
function orphaned(
  terms: readonly TermFacts[],
  keywords: readonly KeywordFacts[],
  paused: readonly KeywordFacts[],
): TermFacts[] {
  if (paused.length === 0) return [];
  const left = keywords.filter((one) => one.state === 'enabled' && !paused.includes(one));
  return terms.filter(isConverting).filter(({ text, adIds }) => {
    const words = wordsOf(text);
    const isTaken = (one: KeywordFacts) => adIds.includes(one.adId) && takes(one, words);
    return paused.some(isTaken) && !left.some(isTaken);
  });
}

/** Whether a keyword is shown for a search; exact ones take what means the same. */
function takes({ text, matchType }: KeywordFacts, words: readonly string[]): boolean {
  return matchType === 'exact' ? variantOf(wordsOf(text)) === variantOf(words) : blocks({ text, matchType }, words);
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

function sharesOf(gone: Figures, whole: Figures): BlastRadius {
  const share = (name: 'clicks' | 'cost' | 'conversions') =>
    whole[name] > 0 ? Math.min(1, gone[name] / whole[name]) : 0;
  return { clicks: share('clicks'), cost: share('cost'), conversions: share('conversions') };
}

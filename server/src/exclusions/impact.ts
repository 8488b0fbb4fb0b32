import type { Context, Services } from '../base/context.ts';
import { placeOf } from '../base/holder.ts';
import { LongWork } from '../base/long-work.ts';
import { look } from '../base/looks.ts';
import type { Line, Place } from '../base/turns.ts';
import { latestFigureDay, readDays } from '../detection/evidence.store.ts';
import { campaignFigures, type Figures, LAG_DAYS, settledWindow } from '../detection/figures.ts';
import type { BlastRadius } from '../detection/finding.ts';
import { readKeywords } from '../detection/keyword-figures.store.ts';
import { eachOf, inTurns } from '../detection/steps.ts';
import { termsInPieces } from '../detection/term-figures.store.ts';
import { withRoomForTerms } from '../detection/term-room.ts';
import { allowMemory } from '../figures/state.store.ts';
import { Loss, type LostTerm, type Taken } from './loss.ts';

/** How many settled days a change is weighed by. */
export const WEIGHED_DAYS = 90;
const NO_WINDOW = 0;

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
  refusal: 'Too much of this organization waits to be weighed. Try again in a moment.',
};

/** Says what a campaign would lose; nothing where it has no figures yet. */
export async function impactOf(weighing: Weighing, campaignId: number, taken: Taken): Promise<Impact> {
  if (taken.negatives.length === 0 && taken.keywordIds.length === 0) return NO_IMPACT;
  const weigh = () => weighed(weighing, campaignId, taken);
  return withRoomForTerms(weighing, campaignId, { line: WEIGHING, place: placeOf(weighing) }, weigh);
}

/** Weighs a change when its organization has its turn, or one of its people. */
export function inItsTurn<T>({ turns }: Pick<Services, 'turns'>, place: Place, weigh: () => Promise<T>): Promise<T> {
  return look(turns, { line: WEIGHING, place }, weigh);
}

/** Who weighs, and for whom. */
export type Weighing = Services & Pick<Context, 'organizationId' | 'caller' | 'approving'>;

function weighed({ database, organizationId }: Weighing, campaignId: number, taken: Taken): Promise<Impact> {
  return database.forWork().transaction(async (db) => {
    await allowMemory(db);
    const tenancy = { organizationId, db };
    const latestDay = await latestFigureDay(tenancy);
    if (latestDay === undefined) return NO_IMPACT;
    const place = { campaignId, latestDay };
    const days = await readDays(tenancy, place, WEIGHED_DAYS + LAG_DAYS);
    const keywords = taken.keywordIds.length > 0 ? (await readKeywords(tenancy, place)).keywords : [];
    const work = new LongWork();
    const loss = await inTurns(Loss.of(taken, keywords), work);
    // Of each piece only what would go is kept: a campaign may have very many terms.
    for await (const terms of termsInPieces(tenancy, place, NO_WINDOW))
      await inTurns(
        eachOf(terms, (term) => loss.weigh(term)),
        work,
      );
    const whole = campaignFigures({ days }, settledWindow(place, WEIGHED_DAYS));
    return { blastRadius: sharesOf(loss.gone, whole), lost: await inTurns(loss.lost(), work) };
  });
}

/** Nothing would go. */
export const NO_IMPACT: Impact = { blastRadius: { clicks: 0, cost: 0, conversions: 0 }, lost: [] };

/** What part of the whole would go. */
export function sharesOf(gone: Figures, whole: Figures): BlastRadius {
  const share = (name: 'clicks' | 'cost' | 'conversions') =>
    whole[name] > 0 ? Math.min(1, gone[name] / whole[name]) : 0;
  return { clicks: share('clicks'), cost: share('cost'), conversions: share('conversions') };
}

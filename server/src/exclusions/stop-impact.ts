import type { Tenancy } from '../base/context.ts';
import { placeOf } from '../base/holder.ts';
import type { Line } from '../base/turns.ts';
import { latestFigureDay } from '../detection/evidence.store.ts';
import { LAG_DAYS } from '../detection/figures.ts';
import { type Impact, NO_IMPACT, sharesOf, WEIGHED_DAYS, type Weighing } from './impact.ts';
import { bestConvertingTerms, readAccountShare } from './stop-impact.store.ts';

/** What a preview shows of them at most. */
const MOST_TERMS = 100;

/**
 * Whoever is about to stop something waits behind no other kind of look, nor does any behind this: it reads sums and the
 * best terms alone, so that the next one's turn comes soon.
 */
const WEIGHING_STOPS: Line = {
  name: 'impacts of stops',
  atOnce: 3,
  atOnceOfOne: 1,
  mostWaiting: 100,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many stops of this organization wait to be weighed. Try again in a moment.',
};

/**
 * What goes when a whole campaign stops: all that it does, so its weight is told by its share of its ad account; nothing
 * where there are no figures yet.
 */
export function stopImpact(weighing: Weighing, campaignId: number): Promise<Impact> {
  const { database, organizationId, turns } = weighing;
  return turns.take(WEIGHING_STOPS, placeOf(weighing), () =>
    database.forWork().transaction((db) => read({ organizationId, db }, campaignId), { ofOneInstant: true }),
  );
}

async function read(tenancy: Tenancy, campaignId: number): Promise<Impact> {
  const latestDay = await latestFigureDay(tenancy);
  if (latestDay === undefined) return NO_IMPACT;
  const to = latestDay - LAG_DAYS;
  const { campaign, account } = await readAccountShare(tenancy, campaignId, { before: to - WEIGHED_DAYS, to });
  const place = { campaignId, latestDay };
  const lost = await bestConvertingTerms(tenancy, place, { days: WEIGHED_DAYS + LAG_DAYS, most: MOST_TERMS });
  return { blastRadius: sharesOf(campaign, account), lost };
}

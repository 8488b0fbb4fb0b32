import type { Tenancy } from '../base/context.ts';
import { placeOf } from '../base/holder.ts';
import { latestFigureDay } from '../detection/evidence.store.ts';
import { LAG_DAYS } from '../detection/figures.ts';
import { type Impact, inItsTurn, NO_IMPACT, sharesOf, WEIGHED_DAYS, type Weighing } from './impact.ts';
import { bestConvertingTerms, readAccountShare } from './stop-impact.store.ts';

/** What a preview shows of them at most. */
const MOST_TERMS = 100;

/**
 * What goes when a whole campaign stops: all that it does, so its weight is told by its share of its ad account; nothing
 * where there are no figures yet.
 */
export function stopImpact(weighing: Weighing, campaignId: number): Promise<Impact> {
  const { database, organizationId } = weighing;
  const weigh = () =>
    database.forWork().transaction((db) => read({ organizationId, db }, campaignId), { ofOneInstant: true });
  // Whoever is about to stop something waits behind nothing else of theirs.
  return inItsTurn(weighing, weigh, { ...placeOf(weighing), ahead: true });
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

import type { CampaignEvidence } from './evidence.ts';
import { cpaOf, type Figures, LAG_DAYS, NO_FIGURES, plus } from './figures.ts';
import type { Warning } from './finding.ts';
import { isPriced, type Target } from './target.ts';

/** Multiples of what a conversion usually costs after which none at all is hardly bad luck: one case in 150. */
const SILENT_COST = 5;

/**
 * Says when conversions are probably not counted: since the last one, or ever, the campaign has spent more than five cost
 * by the target, or by what they cost until then. Everything in it would look like waste.
 */
export function trackingSuspect(
  { days, latestDay }: Pick<CampaignEvidence, 'days' | 'latestDay'>,
  target: Target | undefined,
): Warning | undefined {
  if (!target) return undefined;
  const last = days.findLast(({ conversions }) => conversions > 0)?.day ?? Number.NEGATIVE_INFINITY;
  const until = days.filter(({ day }) => day <= last).reduce<Figures>(plus, NO_FIGURES);
  const price = isPriced(until) ? Math.max(target.cpa, cpaOf(until)) : target.cpa;
  const since = days.filter(({ day }) => day > last && day <= latestDay - LAG_DAYS).reduce<Figures>(plus, NO_FIGURES);
  if (since.cost <= SILENT_COST * price) return undefined;
  return {
    code: 'tracking_suspect',
    message:
      'The campaign has spent more than five conversions usually cost without recording one, so conversions are probably not counted. Check the conversion tracking first; until then nothing is proposed.',
  };
}

import type { Act } from './act.ts';
import { type ShownChange, withLimits } from './change.ts';
import type { Seen } from './use-preview.ts';

/**
 * What was seen of acts that are made one after the other, each within the limits that those before it leave: the
 * service looked at each as if it were alone.
 */
export function madeInTurn(seen: readonly Seen[], acts: readonly Act[]): Seen[] {
  const limitsOf = new Map(acts.map(({ id, limits }) => [id, limits]));
  let added = 0;
  return seen.map((one) => {
    if (!('shown' in one)) return one;
    const limits = limitsOf.get(one.act.id);
    const budget = one.shown.changes.find(({ field }) => field === 'budget');
    const [alone, left] = [limits?.(0), limits?.(added)];
    const blockedBy =
      one.shown.blockedBy ?? (isWithin(budget, alone) && !isWithin(budget, left) ? TOGETHER : undefined);
    if (blockedBy === undefined) added += movedBy(budget);
    return { ...one, shown: { ...withLimits(one.shown, left), blockedBy } };
  });
}

const TOGETHER = 'Together with those above, this goes beyond the monthly cap.';

function isWithin(change: ShownChange | undefined, limits: ShownChange['limits']): boolean {
  return !limits || typeof change?.to !== 'number' || (change.to >= limits.min && change.to <= limits.max);
}

function movedBy(change: ShownChange | undefined): number {
  return typeof change?.to === 'number' && typeof change.from === 'number' ? change.to - change.from : 0;
}

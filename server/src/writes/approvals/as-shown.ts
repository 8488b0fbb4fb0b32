import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import type { Change } from '../change.ts';
import type { Step } from '../step.ts';

/** What a queued write says that it does, kept anew when that has changed. */
export interface Shown {
  changes: Change[];
  summary: string;
}

/** Thrown where an approved change would do something else than its approver was shown. */
export class NotAsShown extends Refusal {
  readonly now: Shown;

  constructor(now: Shown) {
    super('sync_conflict', `This would no longer do what it said. Look at it again: ${now.summary}`);
    this.now = now;
  }
}

/**
 * Holds an approved change to what its approver was shown: each thing must become what they saw it become, nothing may be
 * left out, and a raise must not have turned into a cut. How far it has to go may have changed meanwhile; the limits are
 * checked against that.
 */
export function mustBeAsShown(
  { approving }: Context,
  steps: readonly Pick<Step, 'changes' | 'describe'>[],
  undoing: boolean,
): void {
  if (!approving) return;
  const changes = steps.flatMap((step) => step.changes());
  if (listed(approving.shown) === listed(changes)) return;
  throw new NotAsShown({ changes, summary: summaryOf(steps, undoing) });
}

/** A change in one line, for whoever decides on it. */
export function summaryOf(steps: readonly Pick<Step, 'describe'>[], undoing: boolean): string {
  return (undoing ? 'undo: ' : '') + steps.map((step) => step.describe()).join('; ');
}

const kept = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** In whatever order, but each as often as it is there. */
function listed(changes: readonly unknown[]): string {
  return changes.map(result).sort().join('\n');
}

/** Written the same whether it was just made or read again. */
function result(change: unknown): string {
  const { field, from, to } = kept.parse(JSON.parse(JSON.stringify(change)));
  return JSON.stringify([field, to, typeof from === 'number' && typeof to === 'number' ? Math.sign(to - from) : null]);
}

import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import type { PlacedChange } from '../change.ts';
import { inOneLine } from '../in-one-line.ts';
import type { Step } from '../step.ts';

/** What a queued write says that it does, kept anew when that has changed. */
export interface Shown {
  /** The slug of the first campaign that it changes; null where it makes one. */
  campaign: string | null;
  changes: PlacedChange[];
  summary: string;
}

/** A part of a change as whoever approves sees it; one that makes a campaign has none yet. */
export interface ShownStep extends Pick<Step, 'placedChanges' | 'describe'> {
  readonly campaign: { slug: string } | null;
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
 * Holds an approved change to what its approver was shown: each thing must become what they saw it become, where they
 * saw it, what is removed must be what they saw, nothing may be left out, and a raise must not have turned into a cut. How
 * far it has to go may have changed meanwhile; the limits are checked against that.
 */
export function mustBeAsShown(
  { approving }: Pick<Context, 'approving'>,
  steps: readonly ShownStep[],
  undoing: boolean,
): void {
  if (!approving) return;
  const changes = steps.flatMap((step) => step.placedChanges());
  const shown = approving.shown.map(read);
  // What was queued before places were kept is compared without them.
  const placed = shown.some(({ on }) => on !== undefined);
  const now = changes.map(read).map(({ on, ...change }) => (placed ? { ...change, on } : change));
  if (listed(shown) === listed(now)) return;
  throw new NotAsShown({ ...headOf(steps, undoing), changes });
}

/** What stands above a change in the queue: its campaign, and all of it in one line, for whoever decides on it. */
export function headOf(steps: readonly ShownStep[], undoing: boolean): Pick<Shown, 'campaign' | 'summary'> {
  const several = new Set(steps.map((step) => step.campaign?.slug)).size > 1;
  const words = inOneLine(
    steps,
    (step) => (several && step.campaign ? `${step.campaign.slug}: ` : '') + step.describe(),
  );
  return { campaign: steps[0]?.campaign?.slug ?? null, summary: (undoing ? 'undo: ' : '') + words };
}

const kept = z.object({ field: z.string(), from: z.unknown(), to: z.unknown(), on: z.string().optional() });
type Kept = z.infer<typeof kept>;

/** Written the same whether it was just made or read again. */
function read(change: unknown): Kept {
  return kept.parse(JSON.parse(JSON.stringify(change)));
}

/** In whatever order, but each as often as it is there. */
function listed(changes: readonly Kept[]): string {
  return changes.map(result).sort().join('\n');
}

function result({ field, from, to, on }: Kept): string {
  const direction = typeof from === 'number' && typeof to === 'number' ? Math.sign(to - from) : null;
  const removed = to === null && typeof from === 'string' ? from : null;
  return JSON.stringify([on ?? null, field, to, direction, removed]);
}

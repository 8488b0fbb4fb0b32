import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import type { PlacedChange } from '../change.ts';
import { inOneLine, sharingOneLine } from '../in-one-line.ts';
import type { Step } from '../step.ts';

/** What a queued write says that it does, kept anew when that has changed. */
export interface Shown {
  /** The slug of the first campaign that it changes; null where it makes one. */
  campaign: string | null;
  changes: PlacedChange[];
  summary: string;
}

/** A part of a change as whoever approves sees it; one that makes a campaign has none yet. */
export interface ShownStep extends Pick<Step, 'placedChanges' | 'describe' | 'stops'> {
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
 * Holds an approved change to what its approver was shown: each thing must become what they saw it become, from what they
 * saw it be and where they saw it, and nothing may be left out. Where people have set a value since, whoever approves sees
 * that and decides again. A stop is made whatever the campaign was before: somebody may have let it run in the platform,
 * and nobody can always look.
 */
export function mustBeAsShown(
  { approving }: Pick<Context, 'approving'>,
  steps: readonly ShownStep[],
  undoing: boolean,
): void {
  if (approving && !isAsShown(approving.shown, steps)) throw new NotAsShown(shownOf(steps, undoing));
}

/** Whether steps do what was shown. */
export function isAsShown(before: readonly unknown[], steps: readonly ShownStep[]): boolean {
  const shown = before.map(read);
  // What was queued before places were kept is compared without them.
  const placed = shown.some(({ on }) => on !== undefined);
  const changes = steps.flatMap((step) => step.placedChanges());
  const now = changes.map(read).map(({ on, ...change }) => (placed ? { ...change, on } : change));
  const told = steps.every(({ stops }) => stops) ? withoutFrom : withFrom;
  return isSameList(shown.map(told), now.map(told));
}

/** Stands for changes as they are shown: who approves names by it what they saw, which may have moved since, and back. */
export function signOf(changes: readonly unknown[]): string {
  const told = listed(changes.map((change) => withFrom(read(change))));
  return createHash('sha256').update(told).digest('base64url').slice(0, SIGN_LENGTH);
}

/** What steps do, as it is shown. */
export function shownOf(steps: readonly ShownStep[], undoing: boolean): Shown {
  return { ...headOf(steps, undoing), changes: steps.flatMap((step) => step.placedChanges()) };
}

/** What stands above a change in the queue: its campaign, and all of it in one line, for whoever decides on it. */
export function headOf(steps: readonly ShownStep[], undoing: boolean): Pick<Shown, 'campaign' | 'summary'> {
  const several = new Set(steps.map((step) => step.campaign?.slug)).size > 1;
  const words = several
    ? sharingOneLine(steps, (step) => (step.campaign ? `${step.campaign.slug}: ` : '') + step.describe())
    : inOneLine(steps, (step) => step.describe());
  return { campaign: steps[0]?.campaign?.slug ?? null, summary: (undoing ? 'undo: ' : '') + words };
}

const SIGN_LENGTH = 22;

const kept = z.object({ field: z.string(), from: z.unknown(), to: z.unknown(), on: z.string().optional() });
type Kept = z.infer<typeof kept>;

/** Written the same whether it was just made or read again. */
function read(change: unknown): Kept {
  const { from, to, ...rest } = kept.parse(change);
  return { ...rest, from: plain(from), to: plain(to) };
}

/** An amount by its number, however it is written. There may be thousands of changes, mostly of texts, which are so already. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}

const withoutFrom = ({ field, to, on }: Kept) => JSON.stringify([on ?? null, field, to]);
const withFrom = ({ field, from, to, on }: Kept) => JSON.stringify([on ?? null, field, from, to]);

/** Mostly they stand in the same order, too. */
function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((change, place) => change === other[place]) || listed(one) === listed(other);
}

/** In whatever order, but each as often as it is there. */
function listed(changes: readonly string[]): string {
  return changes.toSorted().join('\n');
}

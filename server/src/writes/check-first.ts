import type { Context } from '../base/context.ts';
import { readsInLine } from '../base/reads-in-line.ts';
import type { Place } from '../base/turns.ts';
import { areApprovalsRequired } from './approvals/approvals.store.ts';
import { isHeld } from './approvals/hold.ts';
import { atWork } from './change-lines.ts';
import { sizeOf } from './large-changes.ts';
import { mustHaveQuota } from './quota/write-quota.ts';
import type { Seen } from './seen.ts';
import type { AskedFor, PlanContext } from './step.ts';
import { firstRefusal } from './steps.ts';
import type { Write } from './write.ts';

/** What a write is tried with. */
export interface Trying extends Context, AskedFor, Pick<PlanContext, 'isAwaited'> {
  /** It is its turn, and others wait behind it. */
  hasRested?: boolean;
}

/** What only the platform can tell is asked before anything is locked, and planned for that as a preview is. */
export async function checkPlatform<Input>(
  write: Write<Input>,
  input: Input,
  { isLast, ...executing }: Trying & { isLast: boolean },
): Promise<Checked> {
  const context = { ...executing, ...readsInLine(executing, placeOf(write, input, executing)) };
  const held = await isHeld(context, areApprovalsRequired);
  const { steps, undoes, stops, ...plan } = await write.plan(input, {
    ...context,
    locking: false,
    waiting: true,
    held,
  });
  context.looksThrough?.(sizeOf(steps));
  const undoing = undoes !== undefined;
  const seen = isLast ? undefined : plan.seen;
  const refusal = await firstRefusal(steps, { ...context, seen }, { when: 'always', undoing });
  if (refusal) throw refusal;
  // What waits for a person is looked at once they approve; what cannot be counted costs the platform nothing either.
  if (held) return { seen, stops, asHeld: true };
  if (!stops && steps.some((step) => step.reachesPlatform)) await mustHaveQuota(context);
  const changedThere = await firstRefusal(steps, context, { when: 'executed', undoing });
  if (changedThere) throw changedThere;
  return { seen, stops, asHeld: false };
}

/** What was found before anything was locked. */
export interface Checked {
  seen?: Seen | undefined;
  /** The plan stops what may be spending, whatever the input tells of that. */
  stops?: boolean | undefined;
  /** It was to wait for a person, so that the platform was not asked whether it can be made. */
  asHeld: boolean;
}

/** What stops spending goes ahead: some inputs tell that, of others only the plan does. */
export function placeOf<Input>(
  write: Pick<Write<Input>, 'stops'>,
  input: Input,
  context: Context,
  planned = false,
): Place {
  return atWork(context, { stops: planned || (write.stops?.(input) ?? false) });
}

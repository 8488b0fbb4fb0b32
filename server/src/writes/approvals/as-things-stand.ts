import type { Context } from '../../base/context.ts';
import { parseKept } from '../../base/json.ts';
import { isDecided } from '../../base/outage.ts';
import { StillBusy } from '../actions/await-action.ts';
import { undo, input as undoInput } from '../actions/undo.ts';
import { isGuardedStart } from '../guarded-start.ts';
import { stepKindsOf } from '../guarded-write.ts';
import { preview } from '../perform.ts';
import { operationAndRequester } from './as-requester.ts';
import { NotAsShown, type Shown } from './as-shown.ts';
import { isPassing } from './passing.ts';
import type { QueuedWriteRow } from './queued-write.store.ts';

/** A change that waits, told as what it would do now, with its preview and what would refuse it. */
interface Standing {
  now: QueuedWriteRow;
  /** What it would do now, where that is no longer what was kept. */
  moved: Shown | null;
  preview: Record<string, unknown> | null;
  refusal: { code: string; message: string; extra: Record<string, unknown> } | null;
}

/** Where things have moved since it was shown, it is previewed for what it would do now. */
export async function asThingsStand(queued: QueuedWriteRow, context: Context): Promise<Standing> {
  try {
    return { now: queued, moved: null, ...(await previewAsRequester(queued, context)) };
  } catch (error) {
    if (!(error instanceof NotAsShown)) throw error;
    const { changes, campaign, summary } = error.now;
    const now = { ...queued, campaign, summary, changes: JSON.stringify(changes), changes_count: changes.length };
    return { now, moved: error.now, ...(await previewAsRequester(now, context)) };
  }
}

async function previewAsRequester(
  queued: QueuedWriteRow,
  context: Context,
): Promise<Pick<Standing, 'preview' | 'refusal'>> {
  try {
    const { operation, asRequester } = await operationAndRequester(queued, context);
    if (operation.name === undo.name) return { preview: await previewOfUndo(queued, asRequester), refusal: null };
    if (isGuardedStart(operation)) await operation.mustBeAllowed(queued.input, asRequester);
    if (stepKindsOf(operation).length === 0) return { preview: null, refusal: null };
    const shown = await operation.run({ ...queued.input, dry_run: true }, asRequester);
    return { preview: parseKept(JSON.stringify(shown)), refusal: null };
  } catch (error) {
    if (!isDecided(error) || error instanceof NotAsShown) throw error;
    const { code, message, extra } = error;
    // What names what blocks it is about the change, and stands until that is seen to.
    if (isPassing(error) && extra.blocked_by === undefined) throw error;
    return { preview: null, refusal: { code, message, extra } };
  }
}

/** What an undo would leave alone. What is under way is waited for by whoever approves: it refuses nothing. */
async function previewOfUndo({ input }: QueuedWriteRow, asRequester: Context): Promise<Standing['preview']> {
  try {
    return await preview(undo, undoInput.parse(input), asRequester, ({ skipped = [] }, refusal) => {
      if (refusal) throw refusal;
      return { dry_run: true, skipped };
    });
  } catch (error) {
    if (!(error instanceof StillBusy)) throw error;
    return null;
  }
}

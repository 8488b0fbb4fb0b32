import { api, type QueuedWrite } from '../../api.ts';
import { CallError, call } from '../../call.ts';
import { isUncertain } from '../../changes/error-words.ts';

/** Whom a decision is of, and on what. */
interface Decision {
  org: string;
  id: string;
  email: string;
  /** What it makes of the change. */
  ends: readonly QueuedWrite['status'][];
}

const MOST_LISTED = 100;

/**
 * Decides on a change. A browser sends a decision again by itself where the connection broke, and the second comes too
 * late for the first: where this person has decided so by then, it was this decision.
 */
export async function decide<Decided>(
  send: () => Promise<Decided>,
  decision: Decision,
): Promise<Decided | QueuedWrite> {
  try {
    return await send();
  } catch (error) {
    const own = mayBeOwn(error) ? await ownDecision(decision).catch(() => undefined) : undefined;
    if (own) return own;
    throw error;
  }
}

function mayBeOwn(error: unknown): boolean {
  return error instanceof CallError && (isUncertain(error) || error.code === 'already_applied');
}

async function ownDecision({ org, id, email, ends }: Decision): Promise<QueuedWrite | undefined> {
  const { status } = await call(api.getQueuedWrite, { queued_write_id: id });
  if (!ends.includes(status)) return undefined;
  const { queued_writes } = await call(api.listQueuedWrites, { org, status, limit: MOST_LISTED });
  return queued_writes.find((one) => one.id === id && one.decided_by_email === email);
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { findAction } from './action.store.ts';
import { asRefusal } from './failures.ts';

/** Thrown while planning: an earlier change to the same campaign is still on its way to the platform. */
export class StillBusy extends Error {
  readonly actionId: string;
  /** Whoever plans wants the campaign to stop spending. */
  readonly forStop: boolean;

  constructor(actionId: string, { forStop = false } = {}) {
    super(`action ${actionId} is under way`);
    this.actionId = actionId;
    this.forStop = forStop;
  }
}

const FINISHED_WITHIN_MS = 40_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const RETRY_AFTER_SECONDS = 5;

/** An action that somebody waits for. */
export interface WaitedFor {
  actionId: string;
  undoing: boolean;
}

/** Waits until the platform has taken or declined the action. */
export async function finished(
  { database, organizationId }: Services & { organizationId: number },
  { actionId, undoing }: WaitedFor,
): Promise<void> {
  const until = performance.now() + FINISHED_WITHIN_MS;
  for (let waited = FIRST_PAUSE_MS; performance.now() < until; waited = Math.min(waited * 1.5, LONGEST_PAUSE_MS)) {
    const action = await findAction({ organizationId, db: database.hot }, actionId);
    const status = undoing ? action?.undo_status : action?.status;
    if (status === 'executed') return;
    if (status === 'failed') throw asRefusal(action?.failure ?? null);
    await pause(waited);
  }
  throw stillUnderWay(`The ad platform has not answered yet; action ${actionId} goes on being tried.`, actionId);
}

/** The platform takes its time; asking again later tells more. */
export function stillUnderWay(message: string, actionId?: string): Refusal {
  return new Refusal('ad_platform_unavailable', message, {
    ...(actionId !== undefined && { extra: { action_id: actionId } }),
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

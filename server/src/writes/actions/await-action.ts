import type { Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { findAction } from './action.store.ts';
import { asRefusal, madeInPart } from './failures.ts';

/** Thrown while planning: what was asked for earlier is still on its way to the platform. */
export class StillBusy extends Error {
  /** The action on its way; null where it is work that no action stands for. */
  readonly actionId: string | null;
  /** What is waited for, the same for all who wait for it. */
  readonly busy: string;
  /** Whoever plans wants the campaign to stop spending. */
  readonly forStop: boolean;
  /** Which campaigns are to stop. */
  readonly toStop: readonly number[];

  /** What whoever waited in vain is told. */
  readonly words: string;

  /** Sees to it that what is waited for is begun, where that is no action. */
  readonly begin: (() => Promise<unknown>) | undefined;

  constructor({
    actionId,
    busy,
    forStop = false,
    toStop = [],
    words = 'Another change to this campaign is still under way.',
    begin,
  }: {
    actionId: string | null;
    busy: string;
    forStop?: boolean;
    toStop?: readonly number[];
    words?: string;
    begin?: (() => Promise<unknown>) | undefined;
  }) {
    super(`${busy} is under way`);
    this.words = words;
    this.begin = begin;
    this.actionId = actionId;
    this.busy = busy;
    this.forStop = forStop;
    this.toStop = toStop;
  }

  /** The same for whoever wants something to stop spending by it. */
  asStop(): StillBusy {
    return this.forStop ? this : new StillBusy({ ...this, forStop: true });
  }
}

const FINISHED_WITHIN_MS = 40_000;
/** What goes on in the background mostly ends at once; whoever approved it follows the queued write where it does not. */
const IN_BACKGROUND_WITHIN_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/** An action that somebody waits for. */
interface WaitedFor {
  actionId: string;
  undoing: boolean;
  /** false where it goes on in the background: then it is waited for a moment only. */
  isAwaited?: boolean;
}

/** An action on its way to the platform. */
export interface UnderWay extends WaitedFor {
  /** Whether the caller is answered only once it has ended. */
  isAwaited: boolean;
}

/** Waits until the platform has taken or declined the action. */
export async function finished(
  { actionEnds, database, organizationId }: Services & { organizationId: number },
  { actionId, undoing, isAwaited = true }: WaitedFor,
): Promise<void> {
  const part = undoing ? 'undoing' : 'doing';
  const within = isAwaited ? FINISHED_WITHIN_MS : IN_BACKGROUND_WITHIN_MS;
  const ended = await actionEnds.ended({ organizationId, actionId, part }, within);
  const status = undoing ? ended?.undo_status : ended?.status;
  const partial = ended?.partial && !undoing;
  if (status === 'executed' && !partial) return;
  if (status !== 'failed' && !partial) {
    throw stillUnderWay(`The ad platform has not answered yet; action ${actionId} goes on being tried.`, actionId);
  }
  const refusal = asRefusal((await findAction({ organizationId, db: database.hot }, actionId))?.failure ?? null);
  throw partial ? declinedInPart(refusal, actionId) : refusal;
}

/** What was done before the platform declined the rest stays: it can be undone like any action. */
function declinedInPart({ code, message, extra, headers }: Refusal, actionId: string): Refusal {
  const inPart = madeInPart(actionId);
  // Where the task alone knew why, its words say so already.
  return new Refusal(code, message.includes(inPart) ? message : `${message} ${inPart}`, { extra, headers });
}

/** The platform takes its time; asking again later tells more. */
export function stillUnderWay(message: string, actionId?: string): Refusal {
  return new Refusal('ad_platform_unavailable', message, {
    ...(actionId !== undefined && { extra: { action_id: actionId } }),
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

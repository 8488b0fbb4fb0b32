import { Refusal } from '../base/errors.ts';
import { isOutage } from '../base/outage.ts';

/** Every reason a task can fail with, and the message that says what to do next where nothing better is known. */
export const FAILURE_REASONS = {
  task_error:
    'The work failed on our side. Nothing is needed from you: start it again, and contact support with the task_tracking_id if it fails again.',
  stuck_timeout: 'The work took longer than it may and was stopped. Check what it has changed, then start it again.',
  killed_by_restart: 'The work was cut off when the service restarted. Check what it has changed, then start it again.',
  worker_shutdown:
    'The work was stopped because the service was shutting down. Check what it has changed, then start it again.',
  setup_required:
    'Something has to be connected first. Finish the set-up in the dashboard; until then it fails in the same way.',
  google_ads_refused: 'Google Ads declined the change. Correct the campaign in Google Ads, then start the work again.',
  google_ads_connection_broken:
    'The Google Ads login behind the account was revoked or deleted. The account owner has to reconnect it in the dashboard; until then it fails in the same way.',
} as const;

export type TaskFailureReason = keyof typeof FAILURE_REASONS;

/** What a failed task tells: both are shown to callers. */
export interface Failure {
  reason: TaskFailureReason;
  message: string;
}

/** A failure with its reason; the message is shown to callers as it stands and says what to do next. */
export class TaskFailure extends Error {
  readonly reason: TaskFailureReason;
  /** The same work may succeed later without anyone doing anything. */
  readonly retryable: boolean;

  constructor(
    reason: TaskFailureReason,
    message: string = FAILURE_REASONS[reason],
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'TaskFailure';
    this.reason = reason;
    this.retryable = options.retryable ?? false;
  }
}

/** Nothing is wrong with the work: something else has to end first. Looking for that costs it none of its tries. */
export class HasToWait extends TaskFailure {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('task_error', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failure with the reason's own message. */
export function failure(reason: TaskFailureReason): Failure {
  return { reason, message: FAILURE_REASONS[reason] };
}

/** How an error that ended a task is seen: what to tell, and whether trying again could help. */
export interface Diagnosis extends Failure {
  retryable: boolean;
  retryAfterSeconds: number;
  /** Nothing is wrong with it: it only has to wait its turn, however often. */
  waits: boolean;
  /** Nobody declared this error: it is a bug or an outage, and its text is for the log alone. */
  unexpected: boolean;
}

/** The status of what passes by itself. */
const PASSES = 503;

/** Reads a thrown error: one that carries a reason says it itself, a refusal was made to be shown, any other is hidden. */
export function diagnose(error: unknown): Diagnosis {
  const waiting = error instanceof HasToWait ? error : outOfQuota(error);
  const known = {
    retryable: isMarkedRetryable(error),
    retryAfterSeconds: retryAfter(waiting ?? error),
    waits: waiting !== undefined,
    unexpected: false,
  };
  if (carriesReason(error)) return { reason: error.reason, message: error.message, ...known };
  if (error instanceof Refusal && error.code !== 'internal_error') {
    const reason = error.code === 'setup_required' ? 'setup_required' : 'task_error';
    return { reason, message: error.message, ...known, retryable: error.status === PASSES };
  }
  return { ...failure('task_error'), ...known, retryable: known.retryable || isOutage(error), unexpected: true };
}

function carriesReason(error: unknown): error is Error & { reason: TaskFailureReason } {
  return (
    error instanceof Error &&
    'reason' in error &&
    typeof error.reason === 'string' &&
    Object.hasOwn(FAILURE_REASONS, error.reason)
  );
}

function isMarkedRetryable(error: unknown): boolean {
  return error instanceof Error && 'retryable' in error && error.retryable === true;
}

function retryAfter(error: unknown): number {
  if (!(error instanceof Error) || !('retryAfterSeconds' in error)) return 0;
  return typeof error.retryAfterSeconds === 'number' ? error.retryAfterSeconds : 0;
}

/** The error that says that the ad platform's operations have to do for others first, whatever it was wrapped in since. */
function outOfQuota(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'outOfQuota' in error && error.outOfQuota === true ? error : outOfQuota(error.cause);
}

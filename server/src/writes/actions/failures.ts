import { ERRORS, type ErrorCode, Refusal } from '../../base/errors.ts';
import { isDecided } from '../../base/outage.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import { type Failure, TaskFailure } from '../../tasks/failure-reasons.ts';
import type { ActionFailure } from './action.store.ts';

const RETRY_AFTER_SECONDS = 30;
const UNREACHABLE = 'The ad platform could not be reached; the change was not made.';
const UNKNOWN = 'The ad platform does not tell whether the change arrived.';

/** Thrown when a change may have reached the platform and it cannot be told whether it did. */
export class OutcomeUnknown extends Error {
  /** Whether asking again could help by itself. */
  readonly worthAsking: boolean;

  constructor(cause: unknown) {
    super(UNKNOWN, { cause });
    this.worthAsking = !isSettled(cause);
  }
}

/** Thrown where the platform cannot take a stop for now: it is not given up while the campaign goes on spending. */
export class StillToStop extends Error {
  constructor(cause: AdPlatformError) {
    super(UNREACHABLE, { cause });
  }
}

/** Thrown for a change that has to wait while somebody wants its campaign to stop: it does not happen any more. */
export class StoppedBefore extends Refusal {
  constructor() {
    super('ad_platform_unavailable', 'It was still waiting when the campaign was told to stop.');
  }
}

/** For a start that was asked for before somebody wanted the campaign to rest, and had not begun by then. */
export class StoppedSince extends Refusal {
  constructor() {
    const message =
      'The campaign was told to stop while this start was waiting, so it was not made. Ask anew if it is to run.';
    super('launch_blocked', message, { extra: { blocked_by: 'stopped' } });
  }
}

/** Thrown for a change that a limit does not allow any more since it was accepted. */
export class NoLongerAllowed extends Refusal {
  constructor({ code, message, extra }: Refusal) {
    super(code, message, { extra });
  }
}

/** Thrown for a change through a key or connected app that was not sent yet when approvals came on. */
export class NotApproved extends Refusal {
  constructor() {
    const message =
      'Approvals were turned on before it was sent to the ad platform, and nobody has approved it. Ask for it again; then it waits for approval.';
    super('ad_platform_unavailable', message);
  }
}

/** For a change of which the first steps were done and a later one was not. */
export function madeInPart(actionId: string): string {
  return `Part of the change was made before that; undo ${actionId} to take it back.`;
}

/** The same for undoing it. */
export const UNDONE_IN_PART = 'Part of it was undone before that; undo it again once that is mended.';

/** Whether the error says for good that the platform will not take the change as things stand. */
export function isSettled(error: unknown): boolean {
  return isDecided(error) || (error instanceof AdPlatformError && !error.retryable && !error.uncertain);
}

/** Whether the platform said no to what it was told; a no to a question says nothing of that. */
export function isDeclined(error: unknown): error is AdPlatformError {
  return error instanceof AdPlatformError && error.reason === 'google_ads_refused' && !error.ofRead;
}

/** Whether the platform declined a change, or nothing was sent at all: what is found there later is somebody else's. */
export function certainlyDidNotArrive(error: unknown): boolean {
  return isDecided(error) || (error instanceof AdPlatformError && !error.uncertain);
}

/** Whether nothing was sent because others come first: the task waits its turn and goes on. */
export function isOutOfQuota(error: unknown): boolean {
  return error instanceof AdPlatformError && error.outOfQuota;
}

/** How an error ends the work on an action: what is kept where it certainly did not happen, and what is thrown. */
export function endingOf(error: unknown, undoing: boolean): { kept?: ActionFailure; thrown: unknown } {
  if (isOutOfQuota(error)) return { thrown: error };
  if (error instanceof OutcomeUnknown && !error.worthAsking) {
    const { reason, message } = asTaskFailure(error.cause);
    return { thrown: new TaskFailure(reason, `${message} ${UNKNOWN}`, { cause: error }) };
  }
  if (error instanceof AdPlatformError || isDecided(error)) {
    return { kept: failureOf(error, undoing), thrown: asTaskFailure(error) };
  }
  if (error instanceof OutcomeUnknown) {
    const message = `${UNKNOWN} Look at the campaign before making the change again.`;
    return { thrown: new TaskFailure('task_error', message, { retryable: true, cause: error }) };
  }
  if (error instanceof StillToStop) {
    return { thrown: new TaskFailure('task_error', error.message, { retryable: true, cause: error }) };
  }
  return { thrown: brokeOff(error) };
}

/** For an error that nobody declared: the platform may have been told, so the work begins again and looks. */
export function brokeOff(error: unknown): Error {
  return Object.assign(new Error('the work on a change broke off', { cause: error }), { retryable: true });
}

/** The failure of a task, which is not to be tried again. */
function asTaskFailure(error: unknown): TaskFailure {
  if (error instanceof AdPlatformError) return new TaskFailure(error.reason, error.message, { cause: error });
  if (error instanceof Refusal) {
    const reason = error.code === 'setup_required' ? 'setup_required' : 'task_error';
    return new TaskFailure(reason, error.message, { cause: error });
  }
  return new TaskFailure('task_error');
}

/** What is kept of an error that ended an action: its code and a message that may be shown. */
function failureOf(error: AdPlatformError | Refusal, undoing: boolean): ActionFailure {
  if (error instanceof Refusal) {
    const stopped = error instanceof StoppedBefore && { unsent: true as const, stopped: true as const };
    const unsent = error instanceof NotApproved && { unsent: true as const };
    return { code: error.code, message: error.message, extra: error.extra, ...stopped, ...unsent };
  }
  if (error.gone && undoing) return { code: 'not_reversible', message: error.message };
  const unreachable = error.reason === 'google_ads_connection_broken' || error.reason === 'setup_required';
  if (unreachable) return { code: 'setup_required', message: error.message };
  if (error.reason === 'google_ads_refused') return declined(error.message);
  return { code: 'ad_platform_unavailable', message: UNREACHABLE };
}

/** The same for a task that ended without telling more than its reason. */
export function failureOfTask({ reason, message }: Failure): ActionFailure {
  if (reason === 'google_ads_refused') return declined(message);
  const gone = reason === 'google_ads_connection_broken' || reason === 'setup_required';
  return { code: gone ? 'setup_required' : 'ad_platform_unavailable', message };
}

function declined(message: string): ActionFailure {
  return { code: 'validation_error', message, extra: { fields: [{ path: 'body', message }] } };
}

/** The refusal that a caller gets for a failed action. */
export function asRefusal(failure: ActionFailure | null): Refusal {
  const code = failure && isErrorCode(failure.code) ? failure.code : 'ad_platform_unavailable';
  const message = failure?.message ?? 'The change was not made.';
  return new Refusal(code, message, {
    ...(failure?.extra && { extra: failure.extra }),
    ...(code === 'ad_platform_unavailable' && { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } }),
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

import { ERRORS, type ErrorCode, Refusal } from '../core/errors.ts';
import { AdPlatformError } from '../ports/ad-platform.ts';
import type { Failure } from '../tasks/failure-reasons.ts';
import type { ActionFailure } from './action.store.ts';

const RETRY_AFTER_SECONDS = 30;

/** What is kept of an error that ended an action: its code and a message that may be shown. */
export function failureOf(error: unknown): ActionFailure {
  if (error instanceof Refusal) return { code: error.code, message: error.message, extra: error.extra };
  if (error instanceof AdPlatformError) {
    const gone = error.reason === 'google_ads_connection_broken' || error.reason === 'setup_required';
    if (gone) return { code: 'setup_required', message: error.message };
    if (error.reason === 'google_ads_refused') return declined(error.message);
  }
  return { code: 'ad_platform_unavailable', message: 'The ad platform could not be reached; the change was not made.' };
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

import type { PlatformWrite } from '../../ports/ad-platform.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import { GoogleFault } from './google-fault.ts';
import { UnreadableAnswer } from './json.ts';

const DEFAULT_WAIT_SECONDS = 60;
/** Google gives no reset time for the day's quota; it is asked again by the hour. */
const DAY_QUOTA_WAIT_SECONDS = 3_600;

/** Anything thrown while talking to Google as the one error of the port. */
export function platformError(thrown: unknown, call: 'read' | 'write'): unknown {
  if (thrown instanceof UnreadableAnswer) {
    const message = `Google Ads gave an answer that could not be read (${thrown.message}).`;
    return new AdPlatformError('task_error', message, { retryable: call === 'read', uncertain: call === 'write' });
  }
  return thrown instanceof GoogleFault ? ofFault(thrown, call) : thrown;
}

/** Adds what an uncertain write would have written. */
export function withIntended(thrown: unknown, intended: readonly PlatformWrite[]): unknown {
  if (!(thrown instanceof AdPlatformError) || !thrown.uncertain) return thrown;
  const { reason, message, retryable, uncertain, retryAfterSeconds, codes } = thrown;
  return new AdPlatformError(reason, message, { retryable, uncertain, retryAfterSeconds, codes, intended });
}

/** Codes that say a thing to be removed is gone already. */
const GONE: readonly string[] = [
  'mutateError.RESOURCE_NOT_FOUND',
  'idError.NOT_FOUND',
  'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
  'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
];

/** Whether a removal was declined for nothing but that. */
export function isGone(thrown: unknown): boolean {
  if (!(thrown instanceof AdPlatformError) || thrown.codes.length === 0) return false;
  return thrown.codes.every((code) => GONE.includes(code));
}

/** Which operations of a request were declined for nothing but that; none where Google also had another reason. */
export function placesGone(thrown: unknown): ReadonlySet<number> {
  if (!isGone(thrown) || !(thrown instanceof AdPlatformError)) return new Set();
  return new Set(thrown.places.filter((place) => place !== null));
}

function ofFault(fault: GoogleFault, call: 'read' | 'write'): AdPlatformError {
  const codes = fault.errors.map((error) => `${error.family}.${error.code}`);
  switch (fault.kind) {
    case 'broken':
      return new AdPlatformError(
        'google_ads_connection_broken',
        `The Google login behind this account was revoked; its owner has to reconnect it in the dashboard. (${fault.message})`,
        { codes },
      );
    case 'no_access':
      return new AdPlatformError(
        'google_ads_connection_broken',
        `The Google login has lost its access to this ad account; give it access in Google Ads again, or reconnect with a login that has it in the dashboard. (${fault.message})`,
        { codes, onlyThisAccount: true },
      );
    case 'setup':
      return new AdPlatformError('setup_required', `Google Ads is not set up for this: ${fault.message}`, { codes });
    case 'refused':
      // What we ask is always the same: a no without a reason comes from what stands before the Ads API, and passes.
      if (call === 'read' && codes.length === 0) return later(fault, codes, DEFAULT_WAIT_SECONDS);
      return new AdPlatformError('google_ads_refused', `Google Ads declined: ${fault.message}`, {
        codes,
        places: fault.errors.map(({ operation }) => operation),
        ofRead: call === 'read',
      });
    case 'our_query':
      return new AdPlatformError('task_error', `Google Ads did not understand the request: ${fault.message}`, {
        codes,
      });
    case 'quota_day':
      return later(fault, codes, DAY_QUOTA_WAIT_SECONDS, { outOfQuota: true });
    // The token was renewed a moment ago: a grant that had ended would have been refused then.
    case 'token_expired':
    case 'quota_short':
    case 'concurrent':
    case 'unsent':
      return later(fault, codes, DEFAULT_WAIT_SECONDS);
    case 'transient':
    case 'lost':
    case 'aborted':
      return call === 'read' ? later(fault, codes, DEFAULT_WAIT_SECONDS) : uncertain(fault, codes);
  }
}

function later(fault: GoogleFault, codes: string[], waitSeconds: number, { outOfQuota = false } = {}): AdPlatformError {
  return new AdPlatformError('task_error', `Google Ads cannot do this right now: ${fault.message}`, {
    retryable: true,
    outOfQuota,
    retryAfterSeconds: fault.retryAfterSeconds ?? waitSeconds,
    codes,
  });
}

function uncertain(fault: GoogleFault, codes: string[]): AdPlatformError {
  const message = `Google Ads did not answer a change; whether it was made has to be read back. (${fault.message})`;
  return new AdPlatformError('task_error', message, { uncertain: true, codes });
}

import { GoogleRefusal, googleAdsError, type StatusName } from '../google-error.ts';
import { json, type Reply } from '../http/reply.ts';
import type { ErrorCode, ErrorDetails } from '../wire.gen.ts';

/** The ways a call can be made to fail. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The calls that a fault can be limited to. */
export type CallMethod = 'mutate' | 'search' | 'token' | 'other';

/** A failure ordered for the next calls. */
export interface Fault {
  kind: FaultKind;
  times: number;
  method?: CallMethod;
  /** So many calls that fit go through before. */
  after?: number;
}

/** The failures waiting to happen, first come first served. */
export class Faults {
  #waiting: Fault[] = [];

  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  add(fault: Fault): void {
    this.#waiting.push(fault);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Takes the first fault that fits the call, if one is waiting. */
  take(method: CallMethod): FaultKind | undefined {
    const fault = this.#waiting.find((waiting) => fits(waiting, method));
    if (!fault) return undefined;
    if (fault.after) {
      fault.after -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times <= 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== fault);
    return fault.kind;
  }
}

/** What a fault makes of an API call; `undefined` when the call has to run first. */
export function faultReply(kind: FaultKind): Reply | undefined {
  if (kind === 'hang') return { type: 'hang' };
  if (kind === 'drop') return { type: 'drop' };
  if (kind === 'drop_after_commit') return undefined;
  const { status, errorCode, message, details } = FAILURES[kind];
  const errors = errorCode ? [googleAdsError(errorCode, message, [], details ? { details } : {})] : [];
  throw new GoogleRefusal(status, errors);
}

/** What a fault makes of a call to the token endpoint. */
export function tokenFaultReply(kind: FaultKind): Reply {
  if (kind === 'hang') return { type: 'hang' };
  if (kind === 'drop' || kind === 'drop_after_commit') return { type: 'drop' };
  if (kind === 'internal' || kind === 'deadline') {
    return json(kind === 'internal' ? 500 : 504, { error: 'internal_failure', error_description: 'Backend Error' });
  }
  if (kind === 'quota' || kind === 'quota_short') {
    return json(429, { error: 'rate_limit_exceeded', error_description: 'Too many requests' });
  }
  return json(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' });
}

/** Unless it names a method, a fault waits for API calls; some only make sense for a mutate, and a revoked grant shows at the token endpoint too. */
function fits(fault: Fault, method: CallMethod): boolean {
  if (fault.method !== undefined) return fault.method === method;
  if (MUTATE_ONLY.includes(fault.kind)) return method === 'mutate';
  return method !== 'token' || fault.kind === 'revoked';
}

/** Every kind of fault. */
export const FAULT_KINDS = [
  'quota',
  'quota_short',
  'unauthenticated',
  'revoked',
  'permission',
  'policy',
  'concurrent',
  'internal',
  'deadline',
  'aborted',
  'cancelled',
  'not_found',
  'hang',
  'drop',
  'drop_after_commit',
] as const;

/** The message for a customer that the login cannot reach. */
export const PERMISSION_MESSAGE =
  "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header. See https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid";

const MUTATE_ONLY: readonly FaultKind[] = ['policy', 'concurrent', 'drop_after_commit'];

interface Failure {
  status: StatusName;
  /** None where what stands before the Ads API answers. */
  errorCode?: ErrorCode;
  message: string;
  details?: ErrorDetails;
}

const FAILURES: Record<Exclude<FaultKind, 'hang' | 'drop' | 'drop_after_commit'>, Failure> = {
  quota: {
    status: 'RESOURCE_EXHAUSTED',
    errorCode: { quotaError: 'RESOURCE_EXHAUSTED' },
    message: 'Too many requests. Retry in 21600 seconds.',
    details: {
      quotaErrorDetails: { rateScope: 'DEVELOPER', rateName: 'Number of operations per day', retryDelay: '21600s' },
    },
  },
  quota_short: {
    status: 'RESOURCE_EXHAUSTED',
    errorCode: { quotaError: 'RESOURCE_TEMPORARILY_EXHAUSTED' },
    message: 'Too many requests. Retry in 1 seconds.',
    details: { quotaErrorDetails: { rateScope: 'ACCOUNT', rateName: 'Requests per minute', retryDelay: '1s' } },
  },
  unauthenticated: {
    status: 'UNAUTHENTICATED',
    errorCode: { authenticationError: 'OAUTH_TOKEN_EXPIRED' },
    message: 'OAuth token in the header has expired.',
  },
  revoked: {
    status: 'UNAUTHENTICATED',
    errorCode: { authenticationError: 'OAUTH_TOKEN_REVOKED' },
    message: 'OAuth token in the header has been revoked.',
  },
  permission: {
    status: 'PERMISSION_DENIED',
    errorCode: { authorizationError: 'USER_PERMISSION_DENIED' },
    message: PERMISSION_MESSAGE,
  },
  policy: {
    status: 'INVALID_ARGUMENT',
    errorCode: { policyFindingError: 'POLICY_FINDING' },
    message: 'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    details: {
      policyFindingDetails: { policyTopicEntries: [{ topic: 'DESTINATION_NOT_WORKING', type: 'PROHIBITED' }] },
    },
  },
  concurrent: {
    status: 'INVALID_ARGUMENT',
    errorCode: { databaseError: 'CONCURRENT_MODIFICATION' },
    message: 'Multiple requests were attempting to modify the same resource at once. Retry the request.',
  },
  internal: {
    status: 'INTERNAL',
    errorCode: { internalError: 'INTERNAL_ERROR' },
    message: 'An internal error has occurred.',
  },
  deadline: {
    status: 'DEADLINE_EXCEEDED',
    errorCode: { internalError: 'DEADLINE_EXCEEDED' },
    message: 'The server was unable to complete the request in time.',
  },
  aborted: { status: 'ABORTED', message: 'The operation was aborted.' },
  cancelled: { status: 'CANCELLED', message: 'The operation was cancelled.' },
  not_found: { status: 'NOT_FOUND', message: 'Requested entity was not found.' },
};

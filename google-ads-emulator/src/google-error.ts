import type { ErrorCode, ErrorDetails, GoogleAdsError } from './wire.gen.ts';

/** The canonical status names Google answers with. */
export type StatusName = keyof typeof STATUS;

/** One step into a request, as `location.fieldPathElements` names it: a field, or a field and an index. */
export type PathStep = string | readonly [name: string, index: number];

/** What an error may carry besides its code and message. */
export interface ErrorExtras {
  trigger?: string;
  details?: ErrorDetails;
}

/** A call that Google would refuse, with everything its error body says. */
export class GoogleRefusal extends Error {
  readonly status: StatusName;
  readonly errors: GoogleAdsError[];

  constructor(status: StatusName, errors: GoogleAdsError[]) {
    super(errors[0]?.message ?? status);
    this.status = status;
    this.errors = errors;
  }
}

/** A body that is no valid JSON of the method, which Google refuses before the Ads API sees it. */
export class MalformedBody extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The error body for a malformed request. */
export function malformedBody({ field, message }: MalformedBody): object {
  const violations = [{ ...(field !== '' && { field }), description: message }];
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }];
  return { error: { code: 400, message, status: 'INVALID_ARGUMENT', details } };
}

/** Refuses a request with one error. */
export function refuse(status: StatusName, errorCode: ErrorCode, message: string, details?: ErrorDetails): never {
  throw new GoogleRefusal(status, [{ errorCode, message, ...(details && { details }) }]);
}

/** Refuses a request as an invalid argument. */
export function invalid(errorCode: ErrorCode, message: string, path: readonly PathStep[] = []): never {
  throw new GoogleRefusal('INVALID_ARGUMENT', [googleAdsError(errorCode, message, path)]);
}

/** Builds one entry of `GoogleAdsFailure.errors`. */
export function googleAdsError(
  errorCode: ErrorCode,
  message: string,
  path: readonly PathStep[],
  extras: ErrorExtras = {},
): GoogleAdsError {
  return {
    errorCode,
    message,
    ...(extras.trigger !== undefined && { trigger: { stringValue: extras.trigger } }),
    ...(path.length > 0 && { location: { fieldPathElements: path.map(pathElement) } }),
    ...(extras.details && { details: extras.details }),
  };
}

/** The `GoogleAdsFailure` message as it stands in `details[]`. */
export function failureDetail(version: string, requestId: string, errors: GoogleAdsError[]): object {
  return { '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`, errors, requestId };
}

/** The whole error body with its HTTP status. */
export function errorBody(version: string, requestId: string, refusal: GoogleRefusal): { http: number; body: object } {
  const { http, message } = STATUS[refusal.status];
  const details = refusal.errors.length > 0 ? [failureDetail(version, requestId, refusal.errors)] : undefined;
  return { http, body: { error: { code: http, message, status: refusal.status, ...(details && { details }) } } };
}

function pathElement(step: PathStep): { fieldName: string; index?: number } {
  return typeof step === 'string' ? { fieldName: step } : { fieldName: step[0], index: step[1] };
}

const STATUS = {
  INVALID_ARGUMENT: { http: 400, message: 'Request contains an invalid argument.' },
  UNAUTHENTICATED: {
    http: 401,
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  },
  PERMISSION_DENIED: { http: 403, message: 'The caller does not have permission' },
  NOT_FOUND: { http: 404, message: 'Requested entity was not found.' },
  ABORTED: { http: 409, message: 'The operation was aborted.' },
  CANCELLED: { http: 499, message: 'The operation was cancelled.' },
  RESOURCE_EXHAUSTED: { http: 429, message: 'Resource has been exhausted (e.g. check quota).' },
  INTERNAL: { http: 500, message: 'Internal error encountered.' },
  DEADLINE_EXCEEDED: { http: 504, message: 'Deadline expired before operation could complete.' },
} as const;

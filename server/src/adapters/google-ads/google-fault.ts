import { at, isJson, listAt, parseJson, textAt } from './json.ts';
import { safeText } from './safe-text.ts';

/** One entry of a GoogleAdsFailure; `operation` is the index of the mutate operation it is about. */
export interface GoogleError {
  family: string;
  code: string;
  message: string;
  operation: number | null;
}

/** What went wrong, as far as it decides what to do next. */
export type FaultKind =
  | 'token_expired'
  | 'broken'
  | 'no_access'
  | 'setup'
  | 'refused'
  | 'our_query'
  | 'quota_day'
  | 'quota_short'
  | 'concurrent'
  | 'transient'
  | 'unsent'
  | 'lost'
  | 'aborted';

/** A failed exchange with Google, before it is known whether it was a read or a write. */
export class GoogleFault extends Error {
  readonly kind: FaultKind;
  readonly errors: readonly GoogleError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FaultKind, message: string, about: { errors?: GoogleError[]; retryAfterSeconds?: number } = {}) {
    super(safeText(message));
    this.kind = kind;
    this.errors = about.errors ?? [];
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** Reads an answer that is no success. A stream wraps its error in an array. */
export function faultOf(http: number, body: string, retryAfter: string | null): GoogleFault {
  const parsed = parseJson(body);
  return faultOfStatus(http, at(Array.isArray(parsed) ? parsed[0] : parsed, 'error'), retryAfter);
}

/** Reads `google.rpc.Status`, which also stands inside a stream or beside a partial success. */
export function faultOfStatus(http: number, status: unknown, retryAfter: string | null = null): GoogleFault {
  const errors = googleErrors(status);
  const retryAfterSeconds = retryDelay(status) ?? wholeSeconds(retryAfter);
  const messages = [...new Set(errors.map((error) => error.message).filter((message) => message !== ''))];
  const message = messages.slice(0, 3).join(' ') || textAt(status, 'message') || `HTTP ${http}`;
  const kind = kindOf(http, errors, errorInfoReason(status), retryAfterSeconds);
  return new GoogleFault(kind, message, { errors, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/** The errors of a `google.rpc.Status`, each with the operation it belongs to. */
export function googleErrors(status: unknown): GoogleError[] {
  const failures = listAt(status, 'details').filter(isGoogleAdsFailure);
  return failures
    .flatMap((failure) => listAt(failure, 'errors'))
    .map((error) => {
      const errorCode = at(error, 'errorCode');
      const [family, code] = Object.entries(isJson(errorCode) ? errorCode : {})[0] ?? ['unknown', 'UNKNOWN'];
      const path = listAt(error, 'location', 'fieldPathElements');
      const operation = path.find((step) => /^(mutate_)?operations$/.test(textAt(step, 'fieldName') ?? ''));
      const index = at(operation, 'index');
      return {
        family,
        code: String(code),
        message: safeText(textAt(error, 'message') ?? ''),
        operation: operation === undefined ? null : typeof index === 'number' ? index : 0,
      };
    });
}

/** Above this a wait is not worth holding a task for. */
export const LONGEST_SHORT_WAIT_SECONDS = 60;

const EXPIRED = ['OAUTH_TOKEN_EXPIRED', 'OAUTH_TOKEN_INVALID', 'OAUTH_TOKEN_HEADER_INVALID'];
const SETUP = [
  'DEVELOPER_TOKEN_INVALID',
  'DEVELOPER_TOKEN_NOT_ON_ALLOWLIST',
  'DEVELOPER_TOKEN_NOT_APPROVED',
  'DEVELOPER_TOKEN_PROHIBITED',
  'ORGANIZATION_NOT_RECOGNIZED',
  'ORGANIZATION_NOT_APPROVED',
  'ORGANIZATION_NOT_ASSOCIATED_WITH_DEVELOPER_TOKEN',
  'CLIENT_CUSTOMER_ID_INVALID',
  'PROJECT_DISABLED',
  'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
  'CLOUD_PROJECT_NOT_UNDER_ORGANIZATION',
  'SERVICE_ACCESS_DENIED',
];
/** What is wrong is this account, or what the login may do in it: its other accounts are not touched. */
const OF_THE_ACCOUNT = ['CUSTOMER_NOT_FOUND', 'NOT_ADS_USER'];
/** The login is fine, but this one thing may not be done: not a reason to reconnect. */
const NOT_PERMITTED = [
  'ACTION_NOT_PERMITTED',
  'ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT',
  'ACCESS_DENIED_FOR_ACCOUNT_TYPE',
  'METRIC_ACCESS_DENIED',
];

/** Statuses that say no for good, where nothing else says why: what was asked for is wrong, or is not there. */
const NO_BY_STATUS = [400, 404, 405, 413, 414, 415];

/** Without a reason of the Ads API hardly anything is a no: what stands before it gives up on what it was handed, too. */
function kindOf(
  http: number,
  errors: GoogleError[],
  reason: string | null,
  waitSeconds: number | undefined,
): FaultKind {
  for (const { family, code } of errors) {
    if (family === 'authenticationError') return loginKind(code);
    if (family === 'authorizationError') return accessKind(code);
    if (family === 'quotaError') return quotaKind(code, waitSeconds);
    if (family === 'databaseError' && code === 'CONCURRENT_MODIFICATION') return 'concurrent';
    if (family === 'internalError') return 'transient';
    if (family === 'queryError') return 'our_query';
  }
  if (http === 401) return 'token_expired';
  if (http === 429) return (waitSeconds ?? 0) > LONGEST_SHORT_WAIT_SECONDS ? 'quota_day' : 'quota_short';
  if (http >= 500) return 'transient';
  if (errors.length > 0) return 'refused';
  if (http === 403) return forbiddenKind(reason);
  return NO_BY_STATUS.includes(http) ? 'refused' : 'transient';
}

/** Who we are: what is wrong with the token is wrong for every account of the login. */
function loginKind(code: string): FaultKind {
  if (EXPIRED.includes(code)) return 'token_expired';
  if (SETUP.includes(code)) return 'setup';
  return OF_THE_ACCOUNT.includes(code) ? 'no_access' : 'broken';
}

/** What we may do in one account. */
function accessKind(code: string): FaultKind {
  if (SETUP.includes(code)) return 'setup';
  return NOT_PERMITTED.includes(code) ? 'refused' : 'no_access';
}

function forbiddenKind(reason: string | null): FaultKind {
  if (reason === 'SERVICE_DISABLED') return 'setup';
  return reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' ? 'broken' : 'no_access';
}

function quotaKind(code: string, waitSeconds: number | undefined): FaultKind {
  if (code === 'ACCESS_PROHIBITED') return 'setup';
  if (waitSeconds !== undefined) return waitSeconds > LONGEST_SHORT_WAIT_SECONDS ? 'quota_day' : 'quota_short';
  const long = ['RESOURCE_EXHAUSTED', 'EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION'];
  return long.includes(code) ? 'quota_day' : 'quota_short';
}

function isGoogleAdsFailure(detail: unknown): boolean {
  return textAt(detail, '@type')?.endsWith('.errors.GoogleAdsFailure') === true;
}

function errorInfoReason(status: unknown): string | null {
  const info = listAt(status, 'details').find((detail) => textAt(detail, '@type')?.endsWith('google.rpc.ErrorInfo'));
  return textAt(info, 'reason');
}

function retryDelay(status: unknown): number | undefined {
  const details = listAt(status, 'details');
  const ofErrors = details.flatMap((detail) => listAt(detail, 'errors'));
  const delays = [
    ...ofErrors.map((error) => textAt(error, 'details', 'quotaErrorDetails', 'retryDelay')),
    ...details.map((detail) => textAt(detail, 'retryDelay')),
  ];
  return wholeSeconds(delays.find((delay) => delay !== null)?.replace(/s$/, '') ?? null);
}

function wholeSeconds(text: string | null): number | undefined {
  const seconds = text === null ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined;
}

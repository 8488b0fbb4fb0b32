/** What one error code means: its status, the extra fields it may carry, and what the caller can do. */
export interface ErrorEntry {
  status: number;
  /** When it is answered, for the error reference. */
  when: string;
  /** What the caller can do about it, for the error reference. */
  remedy: string;
  extra?: readonly string[];
}

/** Every error code the service can answer: the REST statuses, the error reference and the tests read this table. */
export const ERRORS = {
  unauthorized: {
    status: 401,
    when: 'No credential was sent, or it is malformed, unknown, revoked or expired, or the person behind it no longer has the role it needs.',
    remedy: 'Send a valid key or access token as “Authorization: Bearer …”. Create or rotate keys in the dashboard.',
  },
  insufficient_scope: {
    status: 403,
    when: 'The credential does not carry the scope that the operation requires, or the role held in the organization does not allow it. Nothing was changed.',
    remedy: 'Use a credential that carries the scope named in required_scope.',
    extra: ['required_scope'],
  },
  org_access_denied: {
    status: 403,
    when: 'The credential cannot act in the organization named, or there is no such organization.',
    remedy: 'List the organizations the credential can act in and name one of them.',
  },
  role_denied: {
    status: 403,
    when: 'The operation is for people who hold a certain role in the organization.',
    remedy: 'Ask someone with the role named in required_role.',
    extra: ['required_role'],
  },
  not_found: {
    status: 404,
    when: 'The path, or the object that it names, does not exist for this credential.',
    remedy: 'Check the path and the identifier; list the objects to find the right one.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, the method is not one of those it takes.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  validation_error: {
    status: 422,
    when: 'Something in the request is not acceptable: an unknown field or parameter, a wrong type, a value out of range. The status is 400 when the body is not JSON, 413 when it is too large, 415 when it is not declared as application/json.',
    remedy: 'Correct each entry of fields and send the request again.',
    extra: ['fields'],
  },
  budget_cap_exceeded: {
    status: 422,
    when: 'A budget would move further than one call may move it (allowed_min, allowed_max), or the daily budgets times 30 would exceed the monthly cap (monthly_cap, allowed_max_daily).',
    remedy: 'Send a budget within the bounds given.',
    extra: ['allowed_min', 'allowed_max', 'monthly_cap', 'allowed_max_daily'],
  },
  launch_blocked: {
    status: 422,
    when: 'The campaign lacks something that a launch requires; the message names the first thing missing. Or it was told to stop while this start was waiting.',
    remedy:
      'Complete the campaign, preview the launch, and launch it again. After a stop, ask anew only if it is to run all the same.',
    extra: ['blocked_by'],
  },
  setup_required: {
    status: 409,
    when: 'The business profile is still being analysed, no ad account is selected or linked, or the connection to the ad platform is incomplete.',
    remedy: 'Finish the set-up in the dashboard first; trying again before then changes nothing.',
  },
  not_supported: {
    status: 422,
    when: 'The operation does not exist for this kind of object, such as ads on imported or competitor campaigns, a draft that has as many ads as it takes, a campaign that was removed in the ad platform, or a report type that cannot be generated here.',
    remedy: 'Use the dashboard, or another kind of object.',
  },
  unsafe_change: {
    status: 422,
    when: 'The change would block a search term that brought conversions.',
    remedy: 'Leave out the terms named in blocked_terms.',
    extra: ['blocked_terms'],
  },
  sync_conflict: {
    status: 409,
    when: 'The campaign was changed in the ad platform since it was last synced.',
    remedy: 'Look at changes, let the next sync bring them in, and launch again.',
    extra: ['changes'],
  },
  already_applied: {
    status: 409,
    when: 'The recommendation was applied within the last five minutes, is no longer pending, or is another than the preview told of.',
    remedy: 'List pending recommendations and use one of those.',
  },
  not_reversible: {
    status: 409,
    when: 'The action has no inverse, or what it changed no longer exists.',
    remedy: 'Make the change you want directly.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The Idempotency-Key was used before with another request.',
    remedy: 'Use a new key for a new request.',
  },
  approval_required: {
    status: 202,
    when: 'The organization requires a person to approve changes made through keys and connected apps. The change is queued; it has not been made.',
    remedy: 'Follow the queued write named in queued_recommendation_id. Do not send the change again.',
    extra: ['queued_recommendation_id'],
  },
  rate_limited: {
    status: 429,
    when: 'The credential, or the address of a caller without one, has sent too many requests; or 100 changes of the credential wait for approval already. The status is 503 when everybody has: more is on its way than there is room for, or the service is being started anew, or cannot reach its database; then a change may have been made all the same.',
    remedy:
      'Wait for the number of seconds in Retry-After; where changes wait for approval, until people have decided on some of them. After a 503 send a change again under the same Idempotency-Key, or look first whether it was made.',
  },
  write_quota_exceeded: {
    status: 429,
    when: 'The organization has used up its executed writes for this UTC day.',
    remedy: 'Wait until the next UTC midnight; Retry-After says how long. Reads and previews go on working.',
  },
  ad_platform_unavailable: {
    status: 503,
    when: 'The ad platform did not answer, so the change was not made; or not in time, and then the action named in action_id goes on being tried.',
    remedy:
      'Without action_id, try again after the number of seconds in Retry-After. With one, the change is still on its way: follow it in the action log instead of sending it again.',
    extra: ['action_id'],
  },
  internal_error: {
    status: 500,
    when: 'Something failed on our side. A change may have been made all the same.',
    remedy:
      'Try again, a change under the same Idempotency-Key or after a look whether it was made; if it persists, report the request_id.',
    extra: ['request_id'],
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** One field that did not pass, as listed under `fields` of a validation_error. */
export interface FieldProblem {
  path: string;
  message: string;
}

interface RefusalOptions {
  extra?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A declared error: the only kind of exception that becomes an answer other than internal_error. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Answers stay readable, and small whatever was sent. */
export const MOST_FIELDS = 20;
const LONGEST_PATH = 200;

/**
 * A validation_error that names the offending fields: at most 20 of them, and how many more there are. Whoever finds
 * many need not make a problem of each, as long as they are counted.
 */
export function invalid(problems: FieldProblem[], options: RefusalOptions = {}, count = problems.length): Refusal {
  const fields = problems.slice(0, MOST_FIELDS).map(({ path, message }) => ({ path: shortened(path), message }));
  const [first] = fields;
  const message = first ? `${first.path}: ${first.message}${howManyMore(count)}` : 'The request is not valid.';
  return new Refusal('validation_error', message, { ...options, extra: { fields, ...options.extra } });
}

/** A validation_error whose words are those of its one field alone. */
export function invalidWhole(path: string, message: string): Refusal {
  return new Refusal('validation_error', message, { extra: { fields: [{ path, message }] } });
}

/** A validation_error that says the same of each name. */
export function invalidNames(names: readonly string[], message: string): Refusal {
  const problems = names.slice(0, MOST_FIELDS).map((path) => ({ path, message }));
  return invalid(problems, {}, names.length);
}

function howManyMore(count: number): string {
  if (count <= 1) return '';
  return count <= MOST_FIELDS
    ? ` (and ${count - 1} more)`
    : ` (and ${count - 1} more; fields names the first ${MOST_FIELDS})`;
}

function shortened(path: string): string {
  return path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`;
}

/** An insufficient_scope, with the header that tells OAuth clients which scope to ask for. */
export function lacksScope(scope: string, message: string): Refusal {
  return new Refusal('insufficient_scope', message, {
    extra: { required_scope: scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** A not_found for one kind of object; it never tells whether the object exists elsewhere. */
export function notFound(what: string): Refusal {
  return new Refusal('not_found', `${what} was not found.`);
}

/** The one error that says nothing about its cause: the log knows it under the request id. */
export function internalError(requestId: string): Refusal {
  return new Refusal('internal_error', 'Something went wrong on our side.', { extra: { request_id: requestId } });
}

/** The envelope every error is answered in. */
export function errorEnvelope(refusal: Refusal, appUrl: string): { error: Record<string, unknown> } {
  return {
    error: {
      code: refusal.code,
      message: refusal.message,
      doc_url: `${appUrl}/docs/errors#${refusal.code}`,
      ...refusal.extra,
    },
  };
}

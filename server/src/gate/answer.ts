import type { AuditEvent } from '../audit/audit.store.ts';
import { limitHeaders } from '../base/allowance.ts';
import type { Caller } from '../base/caller.ts';
import { errorEnvelope, type Refusal } from '../base/errors.ts';
import { type Operation, Streamed, Verbatim, WithHeaders } from '../base/operation.ts';
import { withoutCredentials, withoutSecret } from '../base/secret-addresses.ts';
import type { Attribution } from '../identity/authenticate.ts';
import { ownOrganization } from './admission.ts';
import type { Call, Gate, Progress } from './call.ts';
import { LongAnswer } from './long-answers.ts';
import { resourceMetadataUrl } from './resource-metadata.ts';

const EVENT_STREAM = 'text/event-stream';

/** What goes back to the caller. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Streamed;
  requestId: string;
  errorCode: string | null;
  /** What a long body was written from, for whoever shortens it. */
  long?: Record<string, unknown>;
  /** How the caller came in; null where nobody was recognised. */
  via: Caller['via'] | null;
}

/** A refusal in its envelope. */
export function refusalAnswer(refusal: Refusal, call: Call, gate: Gate, progress: Progress): Answer {
  const headers = headersOf(progress);
  if (refusal.code === 'unauthorized' || isOfNobody(refusal, call, progress)) {
    headers['www-authenticate'] = `Bearer resource_metadata="${resourceMetadataUrl(call.resource)}"`;
  }
  return {
    status: refusal.status,
    headers: Object.assign(headers, refusal.headers),
    body: JSON.stringify(errorEnvelope(refusal, gate.services.config.appUrl)),
    requestId: progress.requestId,
    errorCode: refusal.code,
    via: progress.caller?.via ?? null,
  };
}

/** Whoever is told to wait where nobody was recognised is told how to be recognised all the same. */
function isOfNobody({ code }: Refusal, { operation }: Call, { refusal }: Progress): boolean {
  return code === 'rate_limited' && refusal !== undefined && operation.audience !== 'public';
}

/** The result of an operation as it is sent. */
export function answerOf(operation: Operation, result: unknown, progress: Progress): Answer {
  const headers = headersOf(progress);
  const via = progress.caller?.via ?? null;
  const answer = { status: operation.status, headers, requestId: progress.requestId, errorCode: null, via };
  if (result instanceof Streamed) {
    headers['content-type'] = result.contentType;
    // A proxy must not wait for the end of what has none.
    if (result.contentType === EVENT_STREAM) headers['x-accel-buffering'] = 'no';
    if (result.fileName) headers['content-disposition'] = `attachment; filename="${result.fileName}"`;
    return { ...answer, body: result };
  }
  if (result instanceof WithHeaders) {
    Object.assign(headers, result.headers);
    return { ...answer, body: JSON.stringify(result.body) };
  }
  if (result instanceof LongAnswer) return { ...answer, body: result.json, long: result.value };
  return { ...answer, body: result instanceof Verbatim ? result.json : JSON.stringify(result) };
}

function headersOf({ requestId, allowance }: Progress): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
  return allowance ? Object.assign(headers, limitHeaders(allowance)) : headers;
}

const LONGEST_PATH = 1000;
const LONGEST_USER_AGENT = 300;

/** What the audit trail keeps of a call and its answer. */
export function eventOf(call: Call, progress: Progress, answer: Pick<Answer, 'status' | 'errorCode'>): AuditEvent {
  const { caller, attribution, organization, told, begun } = progress;
  const actor: Actor | undefined = told.email === undefined ? (caller ?? attribution) : { email: told.email };
  const presented = presentedKey(progress);
  const organizationId = told.organizationId ?? organization?.organizationId ?? presented?.organizationId ?? null;
  // A key is shown where it belongs and nowhere else, wherever it was sent along.
  const key = presented?.organizationId === organizationId ? presented : undefined;
  return {
    organization_id: organizationId,
    at: new Date(progress.at).toISOString(),
    request_id: progress.requestId,
    operation: call.operation.name,
    path: withoutSecret(call.path).slice(0, LONGEST_PATH),
    status_code: answer.status,
    error_code: answer.errorCode,
    actor_type: actorTypeOf(actor),
    user: actor?.email ?? null,
    key_prefix: key?.prefix ?? null,
    key_last_four: key?.lastFour ?? null,
    ip: call.ip,
    user_agent: keptUserAgent(call.userAgent),
    client: actor?.client ?? null,
    ...(begun && { begun }),
  };
}

/** What a client calls itself, as it may be kept: somebody may have pasted a key or token there. */
export function keptUserAgent(userAgent: string | undefined): string | null {
  return userAgent === undefined ? null : withoutCredentials(userAgent).slice(0, LONGEST_USER_AGENT);
}

/** Who an event is of, where that is known. */
type Actor = { email: string; key?: unknown; client?: string };

/** What kind of actor an event names. */
export function actorTypeOf(actor: Actor | undefined): 'api_key' | 'user' | null {
  if (!actor) return null;
  return actor.key ? 'api_key' : 'user';
}

/** The key that the request was sent with, whether or not it works. */
function presentedKey({ caller, attribution }: Progress): Attribution['key'] {
  if (!caller?.key) return attribution?.key;
  return { ...caller.key, organizationId: ownOrganization(caller).organizationId };
}

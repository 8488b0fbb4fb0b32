import type { AuditWriter } from '../audit/audit-writer.ts';
import type { Attribution, Authenticator, Credential } from '../identity/authenticate.ts';
import type { Caller, OrganizationAccess } from '../identity/caller.ts';
import { checkRole, checkScope, organizationNamed, organizationOfObject, ownOrganization } from './admission.ts';
import { type Answer, answerOf, eventOf, refusalAnswer } from './answer.ts';
import type { Services } from './context.ts';
import { internalError, Refusal } from './errors.ts';
import { newId } from './ids.ts';
import type { Operation } from './operation.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/** One call of an operation, whatever surface it came through. */
export interface Call {
  operation: Operation;
  credential: Credential;
  /** The organization as the caller named it; undefined where the surface lets a key leave it out. */
  organization: string | undefined;
  /** Decodes and checks the input; runs after access was granted and throws a refusal. */
  input: () => unknown;
  path: string;
  ip: string;
  userAgent: string | undefined;
  idempotencyKey?: string | undefined;
  /** Where an unauthenticated caller learns how to get in. */
  resourceMetadataUrl: string;
}

/** What dispatch needs beyond the services that operations see. */
export interface Gate {
  services: Services;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  audit: AuditWriter;
}

/** What is known so far of who calls and where: filled in step by step, written to the audit trail at the end. */
export interface Progress {
  requestId: string;
  at: number;
  caller?: Caller;
  /** Why the credential was not accepted, and whose it was if that is known. */
  refusal?: Refusal;
  attribution?: Attribution;
  organization?: OrganizationAccess;
  /** Set when the answer depends on an identity that could have been narrowed meanwhile. */
  epoch: number | null;
  allowance?: Allowance;
}

const MOST_RERUNS = 20;

/**
 * Runs a call: authenticate, rate limit, organization, role, scope, parse, run, audit. The answer leaves only after
 * its event is durable and the caller's access was found unchanged; otherwise the call starts over.
 */
export async function dispatch(call: Call, gate: Gate): Promise<Answer> {
  const at = gate.services.clock.now();
  const progress: Progress = { requestId: newId('req', at), at, epoch: null };
  for (let rerun = 0; rerun <= MOST_RERUNS; rerun += 1) {
    const answer = await attempt(call, gate, progress);
    const kept = await gate.audit.keep(eventOf(call, progress, answer), progress.epoch);
    if (kept === 'kept') return answer;
    gate.authenticator.forget();
  }
  throw new Error('access changed faster than a request could run');
}

async function attempt(call: Call, gate: Gate, progress: Progress): Promise<Answer> {
  try {
    const result = await admitAndRun(call, gate, progress);
    return answerOf(call.operation, result, progress);
  } catch (error) {
    return refusalAnswer(asRefusal(error, call, gate, progress), call, gate, progress);
  }
}

async function admitAndRun(call: Call, gate: Gate, progress: Progress): Promise<unknown> {
  const { operation } = call;
  const { services } = gate;
  const caller = operation.audience === 'public' ? undefined : await authenticate(call, gate, progress);
  await limitRate(call, gate, progress);
  const base = { ...services, requestId: progress.requestId, ip: call.ip, rateLimiter: gate.rateLimiter };
  if (!caller) {
    if (progress.refusal) throw progress.refusal;
    return operation.run(call.input(), base as never);
  }
  const forCaller = { ...base, caller, idempotencyKey: call.idempotencyKey };
  if (operation.organization === 'caller') {
    checkScope(operation, caller.granted);
    if (caller.key) progress.organization = ownOrganization(caller);
    return run(operation, call.input(), forCaller, progress);
  }
  const [organization, input] =
    operation.organization === 'object'
      ? await organizationOfObject(call, caller, forCaller)
      : [organizationNamed(call, caller), undefined];
  progress.organization = organization;
  checkRole(operation, organization);
  checkScope(operation, organization.scopes);
  const context = {
    ...forCaller,
    organization,
    organizationId: organization.organizationId,
    db: services.database.hot,
  };
  return run(operation, input ?? call.input(), context, progress);
}

/** A write must never run twice: its caller was looked up afresh, and from here on its own transaction guards it. */
function run(operation: Operation, input: unknown, context: never | object, progress: Progress): Promise<unknown> {
  if (operation.kind !== 'read') progress.epoch = null;
  return operation.run(input, context as never);
}

async function authenticate(call: Call, gate: Gate, progress: Progress): Promise<Caller | undefined> {
  delete progress.caller;
  delete progress.refusal;
  delete progress.attribution;
  delete progress.organization;
  const pending = gate.authenticator.identify(call.credential, { live: call.operation.kind !== 'read' });
  const identified = pending instanceof Promise ? await pending : pending;
  if ('caller' in identified) {
    progress.caller = identified.caller;
    progress.epoch = identified.epoch;
    return identified.caller;
  }
  if (identified.attribution) progress.attribution = identified.attribution;
  progress.epoch = null;
  progress.refusal = identified.refusal;
  return undefined;
}

/** A valid credential is limited as itself; anybody else by address. One request is counted once. */
async function limitRate(call: Call, gate: Gate, progress: Progress): Promise<void> {
  if (progress.allowance === undefined) {
    const { caller } = progress;
    const { config } = gate.services;
    const pending = caller
      ? gate.rateLimiter.take(caller.credentialId, caller.rateLimitPerMinute ?? config.rateLimitPerMinute)
      : gate.rateLimiter.take(`ip:${call.ip}`, config.anonymousRateLimitPerMinute);
    progress.allowance = pending instanceof Promise ? await pending : pending;
  }
  if (!progress.allowance.allowed) {
    const seconds = progress.allowance.retryAfter;
    throw new Refusal('rate_limited', `Too many requests. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}

function asRefusal(error: unknown, call: Call, gate: Gate, progress: Progress): Refusal {
  if (error instanceof Refusal) return error;
  const { requestId } = progress;
  gate.services.log.error({ err: error, request_id: requestId, operation: call.operation.name }, 'request failed');
  return internalError(requestId);
}

import type { Allowance } from '../base/allowance.ts';
import { type Caller, countedAs } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { narrower, takeOfAddress } from './address-rate.ts';
import type { Call, Gate, Progress } from './call.ts';
import type { Sending } from './person-ceiling.ts';

/** What one session may do to end access, each minute: that is not held to what the person's sessions do together. */
const ENDINGS_PER_MINUTE = 60;

/**
 * Takes one request from the limit that it belongs to. An operation that is limited by address has that limit for itself:
 * nothing else that comes from there uses it up. A credential that is known is limited as itself, in force or not; what
 * nobody knows by address, apart from what comes without a key or token, and both apart from people who open the
 * dashboard from there.
 */
export function allowanceOf(call: Call, gate: Gate, progress: Progress): Allowance | Promise<Allowance> {
  const { name, callsPerMinuteAndAddress } = call.operation;
  if (callsPerMinuteAndAddress !== undefined) return takeOfAddress(gate, name, call.ip, callsPerMinuteAndAddress);
  const { caller, attribution } = progress;
  if (caller) return allowanceOfCaller(call, gate, caller);
  const { anonymousRateLimitPerMinute: perMinute } = gate.services.config;
  if (call.allowance) return call.allowance;
  if (attribution) return takeTogether(gate, attribution.countedAs, perMinute, ['refused', attribution.personId]);
  return takeOfAddress(gate, call.strangers, call.ip, perMinute);
}

function allowanceOfCaller(call: Call, gate: Gate, caller: Caller): Allowance | Promise<Allowance> {
  const { name, callsPerMinute, endsAccess } = call.operation;
  const allowance = call.allowance ?? takeRequest(caller, gate, endsAccess);
  if (endsAccess) {
    const [what, perMinute] = callsPerMinute === undefined ? ['ending', ENDINGS_PER_MINUTE] : [name, callsPerMinute];
    return narrower(allowance, () => gate.rateLimiter.take(`${what}:${countedAs(caller)}`, perMinute));
  }
  if (callsPerMinute === undefined) return allowance;
  return narrower(allowance, () => gate.rateLimiter.take(`${name}:${caller.credentialId}`, callsPerMinute));
}

/**
 * Takes one request from what a credential may send, and its person over all of theirs, for the call that it becomes: a
 * surface that reads first asks before. Whoever ends access by a session is held to what that session may send alone:
 * else somebody with a copy of another could keep them from it.
 */
export function takeRequest(caller: Caller, gate: Gate, endsAccess = false): Allowance | Promise<Allowance> {
  const perMinute = caller.rateLimitPerMinute ?? gate.services.config.rateLimitPerMinute;
  if (endsAccess) return gate.rateLimiter.take(countedAs(caller), perMinute);
  // What people do themselves is not held up by what their keys do.
  const sending = caller.via === 'session' ? 'sessions' : 'credentials';
  return takeTogether(gate, countedAs(caller), perMinute, [sending, caller.personId]);
}

function takeTogether(
  { rateLimiter, personCeiling, services: { clock } }: Gate,
  holder: string,
  perMinute: number,
  [sending, personId]: [Sending, number],
): Allowance | Promise<Allowance> {
  const taken = rateLimiter.take(holder, perMinute);
  const together = (own: Allowance) =>
    own.allowed ? (personCeiling.take(sending, personId, perMinute, clock.now()) ?? own) : own;
  return taken instanceof Promise ? taken.then(together) : together(taken);
}

/** Told to whoever has used up a limit. */
export function tooManyRequests(seconds: number): Refusal {
  return new Refusal('rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Kept of whoever went away before their turn had come; nobody reads it. */
export function calledOff(): Refusal {
  return new Refusal('rate_limited', 'It was called off before its turn had come. Nothing was done.', {
    headers: { 'retry-after': '1' },
  });
}

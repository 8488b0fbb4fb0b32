import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { agreedNow } from '../../base/clocks.ts';
import type { Context, Tenancy } from '../../base/context.ts';
import { invalid, Refusal } from '../../base/errors.ts';
import { Verbatim } from '../../base/operation.ts';
import { isOutage } from '../../base/outage.ts';
import type { Line } from '../../base/turns.ts';
import { isProcessGone } from '../../tasks/worker-process.ts';
import { finished, stillUnderWay, type UnderWay } from '../actions/await-action.ts';
import { asRefusal, StoppedSince } from '../actions/failures.ts';
import { waitedSince } from '../waited-since.ts';
import {
  claimKey,
  findKey,
  forgetKey,
  forgetKeysAnswered,
  type KeyClaim,
  type KeyRow,
  keepKeyAnswer,
  takeOverKey,
} from './idempotency.store.ts';
import { DEAD_AFTER_MS, letGoLater, letGoOfKey } from './let-go-of-key.ts';

/** How long the first answer to a key is kept. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
const WAITS_FOR_MS = 20_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 500;
const SLOWER_BY = 1.5;
/** The same request many times at once: in one process only one of them looks, and `isDead` stands on that. */
const SAME_KEY: Line = {
  name: 'idempotency keys',
  atOnceOfOne: 1,
  mostWaitingOfOne: 20,
  waitsMs: 2 * WAITS_FOR_MS,
  refusal: 'This Idempotency-Key is being sent too many times at once. Try again in a moment.',
};
const SHAPE = /^[\x21-\x7e]{1,255}$/;

/**
 * The first answer as it is kept: a result, one that was given before the work had ended, or the refusal of a change that
 * waits for approval.
 */
type Kept =
  | { result: unknown }
  | { accepted: unknown }
  | { refusal: { code: string; message: string; extra: Record<string, unknown> } };

/** Thrown where a run that was taken for dead is about to execute: another has its place. */
class Replaced extends Error {}

/** What a run under a key is told, and tells. */
export interface KeyAsked {
  /** When it was first asked for, where it is carried on for a run that died. */
  since?: number;
  /** The key is not let go of although nothing was executed: when it was first asked for has to be known. */
  keepsKey?: boolean;
}

type Run<Result> = (asked: KeyAsked) => Promise<Result>;

/** Runs a write once for each Idempotency-Key: whoever sends the key again gets the first answer. */
export async function idempotently<Result>(
  context: Context,
  request: { operation: string; input: unknown },
  run: Run<Result>,
): Promise<Result | Verbatim> {
  const claim = claimOf(context, request);
  if (!claim) return run({});
  const holder = `${context.organizationId} ${claim.caller} ${claim.key}`;
  return context.turns.take(SAME_KEY, { holder }, () => runOnce(context, claim, run));
}

async function runOnce<Result>(context: Context, claim: KeyClaim, run: Run<Result>): Promise<Result | Verbatim> {
  const tenancy = poolOf(context);
  const until = performance.now() + WAITS_FOR_MS;
  for (
    let waited = FIRST_PAUSE_MS;
    performance.now() < until;
    waited = Math.min(waited * SLOWER_BY, LONGEST_PAUSE_MS)
  ) {
    const at = new Date(context.clock.now());
    const held = await claimed(context, claim, at);
    if (held) {
      const ran = await runClaimed(context, claim, run, held);
      if (ran !== 'replaced') return ran.result;
    }
    const row = await findKey({ ...tenancy, db: context.database.hot }, claim);
    if (!row) continue;
    const isOld = Date.parse(row.claimed_at) < at.getTime() - KEY_KEPT_MS;
    // A wrong clock would have the same request made twice.
    if (isOld && (await agreedNow(context)) !== undefined) {
      await forgetKey(tenancy, claim, new Date(at.getTime() - KEY_KEPT_MS));
      continue;
    }
    if (!row.fingerprint.equals(claim.fingerprint)) {
      throw new Refusal('idempotency_conflict', 'This Idempotency-Key was used before with another request.');
    }
    if (row.status !== null) return firstAnswer(context, row);
    await pause(waited);
  }
  throw stillUnderWay('The first request with this Idempotency-Key is still under way.');
}

async function claimed(context: Context, claim: KeyClaim, at: Date): Promise<KeyAsked | undefined> {
  try {
    const askedAt = new Date(waitedSince(context) ?? at);
    return (await claimKey(poolOf(context), claim, { at, askedAt })) ? {} : await tookOver(context, claim, at);
  } catch (error) {
    // It may have been claimed without this run hearing of it.
    if (isOutage(error)) letGoLater(context, claim);
    throw error;
  }
}

async function tookOver(context: Context, claim: KeyClaim, at: Date): Promise<KeyAsked | undefined> {
  const row = await findKey(poolOf(context), claim);
  const free = row?.status === null && row.fingerprint.equals(claim.fingerprint) && isDead(row, at.getTime());
  const isTaken = free && (await takeOverKey(poolOf(context), claim, row.claimed_by, at));
  return isTaken ? { since: Date.parse(row.asked_at ?? row.claimed_at) } : undefined;
}

async function runClaimed<Result>(
  context: Context,
  claim: KeyClaim,
  run: Run<Result>,
  asked: KeyAsked,
): Promise<{ result: Result } | 'replaced'> {
  try {
    const result = await run(asked);
    await keepKeyAnswer(poolOf(context), claim, { status: 200, body: JSON.stringify({ result }), actionId: null });
    return { result };
  } catch (error) {
    if (error instanceof Replaced) return 'replaced';
    // Whoever sends it again has not decided anew: it would start what somebody wanted to rest.
    if (error instanceof StoppedSince) await keepRefusal(context, claim, error);
    if (!asked.keepsKey) await letGoOfKey(context, claim);
    throw error;
  }
}

/** Where it cannot be kept, the key is let go of like any other. */
async function keepRefusal(context: Context, claim: KeyClaim, refusal: Refusal): Promise<void> {
  await keepKeyAnswer(poolOf(context), claim, asKept({ refusal })).catch(() => {});
}

/**
 * Notes the request and keeps its answer in the transaction that executes: a crash after it loses neither the change, nor
 * who asked for it, nor the answer. Where the caller waits for the platform, the answer counts once the platform has
 * taken the action. What did not happen is forgotten with its action, also where the caller was answered before.
 */
export async function keepAnswer(
  context: Context,
  answer: { underWay: UnderWay | undefined; body: unknown } | { refusal: Refusal },
): Promise<void> {
  await context.noteBegun?.(context);
  const key = keyOf(context);
  if (!key) return;
  const held = await keepKeyAnswer(context, key, asKept(answer));
  if (!held) throw new Replaced();
}

function asKept(answer: Parameters<typeof keepAnswer>[1]): Parameters<typeof keepKeyAnswer>[2] {
  if ('refusal' in answer) {
    const { code, message, extra, status } = answer.refusal;
    const body = JSON.stringify({ refusal: { code, message, extra } } satisfies Kept);
    return { status, body, actionId: null };
  }
  const { underWay, body: result } = answer;
  const kept: Kept = underWay?.isAwaited === false ? { accepted: result } : { result };
  const { actionId = null, undoing = false } = underWay ?? {};
  return { status: 200, body: JSON.stringify(kept), actionId, undoing };
}

/**
 * Forgets under its key the start of work that made nothing, in the transaction that ends the work: sent again it is begun
 * again. The answer names the work, so that no other was the same.
 */
export function forgetStart(tenancy: Tenancy, answer: { task_tracking_id: number }): Promise<void> {
  return forgetKeysAnswered(tenancy, JSON.stringify({ result: answer } satisfies Kept));
}

const keptRefusal = z.object({
  refusal: z.object({ code: z.string(), message: z.string(), extra: z.record(z.string(), z.unknown()) }),
});
const RESULT_PREFIX = '{"result":';
const ACCEPTED_PREFIX = '{"accepted":';

async function firstAnswer(context: Context, { body, action_id, undoing }: KeyRow): Promise<Verbatim> {
  if (body === null) throw new Error('an answer was kept without its body');
  if (body.startsWith(ACCEPTED_PREFIX)) return new Verbatim(body.slice(ACCEPTED_PREFIX.length, -1));
  if (!body.startsWith(RESULT_PREFIX)) throw asRefusal(keptRefusal.parse(JSON.parse(body)).refusal);
  if (action_id !== null) await finished(context, { actionId: action_id, undoing });
  return new Verbatim(body.slice(RESULT_PREFIX.length, -1));
}

function claimOf(context: Context, { operation, input }: { operation: string; input: unknown }): KeyClaim | undefined {
  const key = keyOf(context);
  if (!key) return undefined;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, sorted(input)]))
    .digest();
  return { ...key, fingerprint };
}

function keyOf(context: Context): Pick<KeyClaim, 'caller' | 'key' | 'by'> | undefined {
  const { idempotencyKey, caller, approving } = context;
  if (idempotencyKey === undefined || approving) return undefined;
  if (!SHAPE.test(idempotencyKey)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }]);
  }
  return { caller: caller.credentialId, key: idempotencyKey, by: thisRun(context) };
}

/** Two bodies that differ only in the order of their members are the same request. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, sorted(member)]);
}

function poolOf({ database, organizationId }: Context) {
  return { db: database, organizationId };
}

/** Names this run of the request so that another process can tell whether it still lives. */
function thisRun({ requestId }: Context): string {
  return JSON.stringify([hostname(), process.pid, Math.round(performance.timeOrigin), requestId]);
}

const runName = z.tuple([z.string(), z.number()]).rest(z.unknown());

function isDead({ claimed_by, claimed_at }: KeyRow, now: number): boolean {
  if (Date.parse(claimed_at) < now - DEAD_AFTER_MS) return true;
  const [host, pid] = runName.parse(JSON.parse(claimed_by));
  if (host !== hostname()) return false;
  // Of this process only whoever asks is under way with the key: another run has ended, or was an earlier process's.
  return pid === process.pid || isProcessGone(pid);
}

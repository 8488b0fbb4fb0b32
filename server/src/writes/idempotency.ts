import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../core/context.ts';
import { invalid, Refusal } from '../core/errors.ts';
import { Verbatim } from '../core/operation.ts';
import { isProcessGone } from '../tasks/worker-process.ts';
import { finished } from './await-action.ts';
import { asRefusal } from './failures.ts';
import {
  claimKey,
  findKey,
  type KeyClaim,
  type KeyRow,
  keepKeyAnswer,
  releaseKey,
  takeOverKey,
} from './idempotency.store.ts';

/** How long the first answer to a key is kept. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
const OTHER_HOST_DEAD_AFTER_MS = 2 * 60 * 1000;
const PAUSE_MS = 40;
const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** The first answer as it is kept: a result, or the refusal of a change that waits for approval. */
type Kept = { result: unknown } | { refusal: { code: string; message: string; extra: Record<string, unknown> } };

/** Runs a write once for each Idempotency-Key: whoever sends the key again gets the first answer. */
export async function idempotently<Result>(
  context: Context,
  request: { operation: string; input: unknown },
  run: () => Promise<Result>,
): Promise<Result | Verbatim> {
  const claim = claimOf(context, request);
  if (!claim) return run();
  const tenancy = poolOf(context);
  const by = thisProcess();
  for (;;) {
    const at = new Date(context.clock.now());
    if (await claimKey(tenancy, claim, at, by)) return runClaimed(context, claim, run);
    const row = await findKey(tenancy, claim);
    if (!row) continue;
    if (Date.parse(row.claimed_at) < at.getTime() - KEY_KEPT_MS) {
      await releaseKey(tenancy, claim, new Date(at.getTime() - KEY_KEPT_MS));
      continue;
    }
    if (!row.fingerprint.equals(claim.fingerprint)) {
      throw new Refusal('idempotency_conflict', 'This Idempotency-Key was used before with another request.');
    }
    if (row.status !== null) return firstAnswer(context, row);
    if (isDead(row, at.getTime()) && (await takeOverKey(tenancy, claim, row.claimed_by, by, at))) {
      return runClaimed(context, claim, run);
    }
    await pause(PAUSE_MS);
  }
}

async function runClaimed<Result>(context: Context, claim: KeyClaim, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await run();
    await keepKeyAnswer(poolOf(context), claim, { status: 200, body: JSON.stringify({ result }), actionId: null });
    return result;
  } catch (error) {
    await releaseKey(poolOf(context), claim, null);
    throw error;
  }
}

/** Keeps the answer in the transaction that executes; a crash after it loses neither the change nor the answer. */
export async function keepAnswer(
  context: Context,
  answer: { actionId: string | null; undoing: boolean; body: unknown } | { refusal: Refusal },
): Promise<void> {
  const key = keyOf(context);
  if (!key) return;
  if ('refusal' in answer) {
    const { code, message, extra, status } = answer.refusal;
    const body = JSON.stringify({ refusal: { code, message, extra } } satisfies Kept);
    return keepKeyAnswer(context, key, { status, body, actionId: null });
  }
  const { actionId, undoing } = answer;
  const body = JSON.stringify({ result: answer.body } satisfies Kept);
  return keepKeyAnswer(context, key, { status: 200, body, actionId, undoing });
}

const keptRefusal = z.object({
  refusal: z.object({ code: z.string(), message: z.string(), extra: z.record(z.string(), z.unknown()) }),
});
const RESULT_PREFIX = '{"result":';

async function firstAnswer(context: Context, { body, action_id, undoing }: KeyRow): Promise<Verbatim> {
  if (body === null) throw new Error('an answer was kept without its body');
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

function keyOf({ idempotencyKey, caller, approving }: Context): Pick<KeyClaim, 'caller' | 'key'> | undefined {
  if (idempotencyKey === undefined || approving) return undefined;
  if (!SHAPE.test(idempotencyKey)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }]);
  }
  return { caller: caller.credentialId, key: idempotencyKey };
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

/** Names this process so that another can tell whether it still runs. */
function thisProcess(): string {
  return JSON.stringify([hostname(), process.pid, Math.round(performance.timeOrigin)]);
}

const processName = z.tuple([z.string(), z.number(), z.number()]);

function isDead({ claimed_by, claimed_at }: KeyRow, now: number): boolean {
  const [host, pid, started] = processName.parse(JSON.parse(claimed_by));
  if (host !== hostname()) return Date.parse(claimed_at) < now - OTHER_HOST_DEAD_AFTER_MS;
  if (pid === process.pid) return started !== Math.round(performance.timeOrigin);
  return isProcessGone(pid);
}

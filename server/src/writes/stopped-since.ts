import type { Context, Tenancy } from '../base/context.ts';
import { readsInLine } from '../base/reads-in-line.ts';
import { StoppedSince } from './actions/failures.ts';
import { atWork } from './change-lines.ts';
import type { KeyAsked } from './idempotency/idempotency.ts';
import type { AskedFor } from './step.ts';
import { type StopsAsked, stopsAsked } from './stops-asked.store.ts';
import { waitedSince } from './waited-since.ts';

type Asking = Tenancy & AskedFor;

/**
 * Does work that may start these campaigns, and notes how often each had been wanted to rest before anything is waited for,
 * ahead of whatever the organization reads, as a stop is. Where it waited for anything before, what was wanted since counts
 * as well. What failed, for whatever reason, is not asked for any more where somebody wanted them to rest meanwhile.
 */
export async function unlessStopped<Done>(
  context: Context,
  mayStart: (reads: Context) => Promise<readonly number[]>,
  asked: KeyAsked,
  work: (asking: Context & AskedFor) => Promise<Done>,
): Promise<Done> {
  const reads = { ...context, ...readsInLine(context, atWork(context, { stops: true })) };
  const ids = await mayStart(reads);
  const before = { stopsBefore: await stopsSoFar(reads, ids), askedAt: asked.since ?? waitedSince(context) };
  try {
    return await work({ ...context, ...before });
  } catch (error) {
    const isStopped = await areStopped({ ...reads, ...before }, ids).catch(() => undefined);
    // Nobody can tell: the key remembers since when it was asked for.
    if (isStopped === undefined) asked.keepsKey = true;
    throw isStopped ? new StoppedSince() : error;
  }
}

async function stopsSoFar(tenancy: Tenancy, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const asked = ids.length > 0 ? await stopsAsked(tenancy, ids) : [];
  return new Map(asked.map(({ id, stops_asked }) => [id, stops_asked]));
}

/** Refuses the start of what somebody has wanted to rest since it was asked for. */
export async function mustNotBeStopped(asking: Asking, ids: readonly number[]): Promise<void> {
  if (asking.stopsBefore && ids.length > 0 && (await areStopped(asking, ids))) throw new StoppedSince();
}

async function areStopped(asking: Asking, ids: readonly number[]): Promise<boolean> {
  const { stopsBefore, askedAt = Infinity } = asking;
  const isStopped = ({ id, stops_asked, stop_asked_at }: StopsAsked) => {
    const isLater = stop_asked_at !== null && Date.parse(stop_asked_at) > askedAt;
    return isLater || (stopsBefore?.get(id) ?? stops_asked) !== stops_asked;
  };
  return ids.length > 0 && (await stopsAsked(asking, ids)).some(isStopped);
}

import type { Tenancy } from '../base/context.ts';
import { StoppedSince } from './actions/failures.ts';
import type { AskedFor } from './step.ts';
import { type StopsAsked, stopsAsked } from './stops-asked.store.ts';

type Asking = Tenancy & AskedFor;

/** Notes how often these campaigns had been wanted to rest, where the write may start them: before anything is waited for. */
export async function noteStopsBefore(asking: Asking, ids: readonly number[]): Promise<void> {
  const { stopsBefore } = asking;
  const unknown = ids.filter((id) => stopsBefore && !stopsBefore.has(id));
  if (unknown.length === 0) return;
  for (const { id, stops_asked } of await stopsAsked(asking, unknown)) stopsBefore?.set(id, stops_asked);
}

/** Refuses the start of what somebody has wanted to rest since it was asked for. */
export async function mustNotBeStopped(asking: Asking, ids: readonly number[]): Promise<void> {
  if (asking.stopsBefore && ids.length > 0 && (await areStopped(asking, ids))) throw new StoppedSince();
}

/** Whether somebody has wanted to rest what the write would have started, although it failed otherwise. */
export function wasStoppedMeanwhile(asking: Asking): Promise<boolean> {
  return areStopped(asking, [...(asking.stopsBefore?.keys() ?? [])]);
}

async function areStopped(asking: Asking, ids: readonly number[]): Promise<boolean> {
  const { stopsBefore, askedAt = Infinity } = asking;
  const isStopped = ({ id, stops_asked, stop_asked_at }: StopsAsked) => {
    const isLater = stop_asked_at !== null && Date.parse(stop_asked_at) > askedAt;
    return isLater || (stopsBefore?.get(id) ?? stops_asked) !== stops_asked;
  };
  return ids.length > 0 && (await stopsAsked(asking, ids)).some(isStopped);
}

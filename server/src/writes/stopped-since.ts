import type { Tenancy } from '../base/context.ts';
import { StoppedSince } from './actions/failures.ts';
import type { AskedFor } from './step.ts';
import { type StopsAsked, stopsAsked } from './stops-asked.store.ts';

type Asking = Tenancy & AskedFor;

/** How often each of these campaigns has been wanted to rest so far. */
export async function stopsSoFar(tenancy: Tenancy, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const asked = ids.length > 0 ? await stopsAsked(tenancy, ids) : [];
  return new Map(asked.map(({ id, stops_asked }) => [id, stops_asked]));
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

import { DAY_MS } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { Account } from '../store/account.ts';

/** The part of a day, as fractions from 0 to 1, in which a resource was live, and its last live state. */
export interface LivePart {
  resource: JsonObject;
  from: number;
  to: number;
}

/** When a resource was live on a local day: a pause ends delivery at its moment, a launch begins it. */
export function livePart(
  account: Account,
  name: string,
  day: number,
  isLive: (resource: JsonObject) => boolean,
): LivePart | undefined {
  const versions = account.history(name);
  const start = day * DAY_MS;
  let part: LivePart | undefined;
  for (const [index, { at, resource }] of versions.entries()) {
    const begins = account.time.local(at);
    if (begins >= start + DAY_MS) break;
    const next = versions[index + 1];
    const ends = next ? account.time.local(next.at) : Number.POSITIVE_INFINITY;
    if (ends <= start || !isLive(resource)) continue;
    const from = Math.max(0, (begins - start) / DAY_MS);
    const to = Math.min(1, (ends - start) / DAY_MS);
    part = { resource, from: part ? part.from : from, to };
  }
  return part;
}

/** Delivers only while ENABLED. */
export function isEnabled(resource: JsonObject): boolean {
  return resource.status === 'ENABLED';
}

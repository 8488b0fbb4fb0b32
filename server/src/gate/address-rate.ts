import { addressGroup, LINES_OF_NETWORK, networkAround } from '../base/address-group.ts';
import type { Allowance } from '../base/allowance.ts';
import type { Gate } from './call.ts';

/**
 * Takes one request from what an address may send of a kind. The /64s of a /48 share a rate above their own, since one
 * who has many of them has them for nothing. IPv4 addresses share none: many people stand behind each, and the next one
 * may be another's.
 */
export function takeOfAddress(
  { rateLimiter }: Pick<Gate, 'rateLimiter'>,
  what: string,
  ip: string,
  perMinute: number,
): Allowance | Promise<Allowance> {
  const line = addressGroup(ip);
  const network = networkAround(line);
  if (network === undefined) return rateLimiter.take(`${what}:${line}`, perMinute);
  const shared = [`${what}:${network}`, perMinute * LINES_OF_NETWORK] as const;
  // What the network has used up is known here: a line of it that nobody has seen before costs no query then.
  const refusal = rateLimiter.refusal(...shared);
  return refusal ?? narrower(rateLimiter.take(`${what}:${line}`, perMinute), () => rateLimiter.take(...shared));
}

/** The first limit that refuses; a request that one has refused is not counted against the next. */
export async function narrower(
  first: Allowance | Promise<Allowance>,
  next: () => Allowance | Promise<Allowance>,
): Promise<Allowance> {
  const allowance = await first;
  if (!allowance.allowed) return allowance;
  const own = await next();
  return own.allowed ? allowance : own;
}

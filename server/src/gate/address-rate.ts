import { addressGroup, networkOf } from '../base/address-group.ts';
import type { Allowance } from '../base/allowance.ts';
import type { Gate } from './call.ts';

/** So many lines of an IPv6 network may use their whole rate at once. */
const LINES_OF_NETWORK = 8;

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
  const group = addressGroup(ip);
  const own = rateLimiter.take(`${what}:${group}`, perMinute);
  if (!group.endsWith('::/64')) return own;
  return narrower(own, () => rateLimiter.take(`${what}:${networkOf(ip)}`, perMinute * LINES_OF_NETWORK));
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

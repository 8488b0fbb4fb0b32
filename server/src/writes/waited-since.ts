import type { Context } from '../base/context.ts';

/** Who came no longer ago waited for nobody; clocks of several processes differ by less. */
const AT_ONCE_MS = 50;

/** Since when a request has waited for others, where it had to: what is wanted meanwhile is wanted after it. */
export function waitedSince({ came, clock }: Pick<Context, 'came' | 'clock'>): number | undefined {
  return came && (came.waited || clock.now() - came.at > AT_ONCE_MS) ? came.at : undefined;
}

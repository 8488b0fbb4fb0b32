import type { RecentTries } from './sign-in-failure.store.ts';

/** For how long a wrong password counts. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000;
const FREE_FAILURES = 10;
/** An address that has failed at an account so often takes its turns among its like. */
export const FREE_FAILURES_OF_ADDRESS = 3;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;

/** The delay that an account has earned by so many wrong passwords within 15 minutes; it is slowed down, never locked. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
}

/** When a try may run, and whether it comes from an address that has failed at the account often; or when to ask again. */
export type Turn = { at: number; insistent: boolean } | { askAgainAt: number };

/**
 * Gives the next turn at an account. The delay lies between two tries from addresses that have failed there often, half
 * of it between any other two: whatever the former do, every second turn is left to somebody else. They may be given a
 * turn half of the longest delay ahead, others the whole, so the one who knows the password and comes from elsewhere
 * never waits longer than that. A turn further ahead is not given: nobody queues for long.
 */
export function nextTurn(tries: RecentTries, now: number): Turn {
  const delay = delayAfter(tries.failures);
  const insistent = tries.own_failures >= FREE_FAILURES_OF_ADDRESS;
  const at = Math.max(
    now,
    after(tries.last_turn, delay / 2),
    insistent ? after(tries.last_insistent_turn, delay) : Number.NEGATIVE_INFINITY,
  );
  const ahead = insistent ? LONGEST_DELAY_MS / 2 : LONGEST_DELAY_MS;
  return at - now <= ahead ? { at, insistent } : { askAgainAt: at - ahead };
}

function after(instant: string | null, ms: number): number {
  return instant === null ? Number.NEGATIVE_INFINITY : Date.parse(instant) + ms;
}

import type { RecentTries } from './sign-in-failure.store.ts';

/** How the tries at an account are slowed down. */
export interface Pace {
  /** For how long a wrong try counts. */
  windowMs: number;
  /** So many wrong ones are free. */
  freeFailures: number;
  firstDelayMs: number;
  longestDelayMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Passwords can be long and anybody may try: an account is slowed down to one try in a few seconds, never locked. */
export const PASSWORD_PACE: Pace = {
  windowMs: 15 * MINUTE_MS,
  freeFailures: 10,
  firstDelayMs: 250,
  longestDelayMs: 4 * SECOND_MS,
};

/**
 * A code has six digits, three of them are good at a time, and whoever tries knows the password: one try in half an hour
 * gives them one chance in seven thousand each day.
 */
export const CODE_PACE: Pace = {
  windowMs: 24 * HOUR_MS,
  freeFailures: 5,
  firstDelayMs: SECOND_MS,
  longestDelayMs: HOUR_MS,
};

/** How long notes of tries are of use to anybody. */
export const LONGEST_WINDOW_MS = Math.max(PASSWORD_PACE.windowMs, CODE_PACE.windowMs);

/** An address that has failed at an account so often takes its turns among its like. */
export const FREE_FAILURES_OF_ADDRESS = 3;
/** Whose turn is further ahead is told to ask again: nobody queues for long. */
const MOST_AHEAD_MS = 4 * SECOND_MS;

/** The delay that an account has earned by so many wrong tries within the window. */
export function delayAfter({ freeFailures, firstDelayMs, longestDelayMs }: Pace, failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures));
}

/** When a try may run, and whether it comes from an address that has failed at the account often; or when to ask again. */
export type Turn = { at: number; insistent: boolean } | { askAgainAt: number };

/**
 * Gives the next turn at an account. The delay lies between two tries from addresses that have failed there often, half
 * of it between any other two: whatever the former do, every second turn is left to somebody else. They may be given a
 * turn two seconds ahead, others four, so the one who knows the password and comes from elsewhere never waits longer
 * than that. A turn further ahead is not given.
 */
export function nextTurn(pace: Pace, tries: RecentTries, now: number): Turn {
  const delay = delayAfter(pace, tries.failures);
  const insistent = tries.own_failures >= FREE_FAILURES_OF_ADDRESS;
  const at = Math.max(
    now,
    after(tries.last_turn, delay / 2),
    insistent ? after(tries.last_insistent_turn, delay) : Number.NEGATIVE_INFINITY,
  );
  const ahead = insistent ? MOST_AHEAD_MS / 2 : MOST_AHEAD_MS;
  return at - now <= ahead ? { at, insistent } : { askAgainAt: at - ahead };
}

function after(instant: string | null, ms: number): number {
  return instant === null ? Number.NEGATIVE_INFINITY : Date.parse(instant) + ms;
}

import type { GivenTurn, RecentTries } from './sign-in-failure.store.ts';

/** How the tries at an account are slowed down. */
export interface Pace {
  /** For how long a wrong try counts. */
  windowMs: number;
  /** So many wrong ones are free. */
  freeFailures: number;
  firstDelayMs: number;
  longestDelayMs: number;
  /** For how long somebody's place is kept for them after its time. */
  placeKeptMs: number;
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
  placeKeptMs: MINUTE_MS,
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
  placeKeptMs: HOUR_MS,
};

/** How long notes of tries are of use to anybody. */
export const LONGEST_WINDOW_MS = Math.max(PASSWORD_PACE.windowMs, CODE_PACE.windowMs);

/** An address that has failed at an account so often takes its turns among its like, and so does a whole network. */
export const FREE_FAILURES_OF_ADDRESS = 3;
const FREE_FAILURES_OF_NETWORK = 4 * FREE_FAILURES_OF_ADDRESS;
/** Whose turn is further ahead is told to ask again: nobody's request waits for long. */
const MOST_AHEAD_MS = 4 * SECOND_MS;
/** So many addresses of a network may have a place: some, for whoever is next to an attacker, and not all it has. */
const PLACES_OF_NETWORK = 4;

/** The delay that an account has earned by so many wrong tries within the window. */
export function delayAfter({ freeFailures, firstDelayMs, longestDelayMs }: Pace, failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures));
}

/** When a try may run, whether it comes from where many have failed, and the place it uses up if one was kept. */
export interface GivenNow {
  at: number;
  insistent: boolean;
  place?: number;
}

/** When to ask again, and the place that is to be kept until then, unless there is one or can be none. */
export interface AskAgain {
  askAgainAt: number;
  insistent: boolean;
  placeAt?: number;
}

/**
 * Gives the next turn at an account. The delay lies between two tries from where many have failed, half of it between
 * any other two: whatever the former do, every second turn is left to somebody else. A turn further ahead is not given,
 * but a place is kept for who asks again at its time: nobody is overtaken by those who ask more often.
 */
export function nextTurn(pace: Pace, tries: RecentTries, now: number): GivenNow | AskAgain {
  const insistent =
    tries.own_failures >= FREE_FAILURES_OF_ADDRESS || tries.network_failures >= FREE_FAILURES_OF_NETWORK;
  const ahead = insistent ? MOST_AHEAD_MS / 2 : MOST_AHEAD_MS;
  const isNear = (at: number) => at - now <= ahead;
  const gapOf = (delay: number) => firstGap(tries.turns, { delay, insistent, now });

  const places = tries.turns.filter(({ awaited, at }) => awaited && Date.parse(at) > now - pace.placeKeptMs);
  const own = places.find((place) => place.own);
  const delay = delayAfter(pace, tries.failures);
  const at = own ? Math.max(now, Date.parse(own.at)) : gapOf(delay);
  if (isNear(at)) return { at, insistent, ...(own && { place: own.id }) };
  if (own) return { askAgainAt: at - ahead, insistent };

  // The delay grows until then: what lies between two places is to be enough for somebody else all the same.
  const placeAt = gapOf(Math.max(delay, MOST_AHEAD_MS));
  const isFree = placeAt - now <= pace.windowMs && ofNetwork(places) < PLACES_OF_NETWORK;
  return { askAgainAt: placeAt - ahead, insistent, ...(isFree && { placeAt }) };
}

/** The first instant that is far enough from every turn given; those are in order. */
function firstGap(
  turns: GivenTurn[],
  { delay, insistent, now }: { delay: number; insistent: boolean; now: number },
): number {
  let gap = now;
  for (const turn of turns) {
    const at = Date.parse(turn.at);
    const apart = insistent && turn.insistent ? delay : delay / 2;
    if (Math.abs(at - gap) < apart) gap = at + apart;
  }
  return gap;
}

function ofNetwork(places: GivenTurn[]): number {
  return places.filter(({ of_network }) => of_network).length;
}

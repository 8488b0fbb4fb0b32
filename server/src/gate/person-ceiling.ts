import type { Allowance } from '../base/allowance.ts';

/** What a person sends: by keys and apps, by sessions, or by what is in force no longer. Each counts for itself. */
export type Sending = 'credentials' | 'sessions' | 'refused';

/** So many credentials at their full rate one person may use at once; each has its own limit below that. */
const CREDENTIALS = 10;
const FULL_AGAIN_SECONDS = 60;
const MOST_KNOWN = 50_000;
/** Shares that are added up are not exact. */
const ROUNDING = 1e-9;

interface Level {
  /** What is left, as a share of the whole. */
  left: number;
  at: number;
}

/**
 * What the credentials of one person may send together, in this process: who has many of them does not have as many
 * rates. It costs no query, and holds for each process on its own.
 */
export class PersonCeiling {
  #levels: Record<Sending, Map<number, Level>> = { credentials: new Map(), sessions: new Map(), refused: new Map() };

  /** Takes one request; the refusal where none is left. */
  take(sending: Sending, personId: number, perMinute: number, nowMs: number): Allowance | undefined {
    const limit = perMinute * CREDENTIALS;
    const now = nowMs / 1000;
    const level = levelOf(this.#levels[sending], personId, now);
    level.left = Math.min(1, level.left + Math.max(0, now - level.at) / FULL_AGAIN_SECONDS);
    level.at = now;
    const one = 1 / limit;
    if (level.left >= one - ROUNDING) {
      level.left = Math.max(0, level.left - one);
      return undefined;
    }
    const retryAfter = Math.max(1, Math.ceil((one - level.left) * FULL_AGAIN_SECONDS));
    const resetAt = Math.ceil(now + (1 - level.left) * FULL_AGAIN_SECONDS);
    return { allowed: false, limit, remaining: 0, resetAt, retryAfter };
  }
}

function levelOf(levels: Map<number, Level>, personId: number, now: number): Level {
  const known = levels.get(personId);
  if (known) return known;
  if (levels.size >= MOST_KNOWN) forgetFull(levels, now);
  const fresh = { left: 1, at: now };
  levels.set(personId, fresh);
  return fresh;
}

function forgetFull(levels: Map<number, Level>, now: number): void {
  for (const [personId, { at }] of levels) if (at < now - FULL_AGAIN_SECONDS) levels.delete(personId);
}

import type { Allowance } from '../base/allowance.ts';

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
 * What the keys and apps of one person may send together, in this process: who has many credentials does not have as many
 * rates. It costs no query, and holds for each process on its own.
 */
export class PersonCeiling {
  #levels = new Map<number, Level>();

  /** Takes one request; the refusal where none is left. */
  take(personId: number, perMinute: number, nowMs: number): Allowance | undefined {
    const limit = perMinute * CREDENTIALS;
    const now = nowMs / 1000;
    const level = this.#levelOf(personId, now);
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

  #levelOf(personId: number, now: number): Level {
    const known = this.#levels.get(personId);
    if (known) return known;
    if (this.#levels.size >= MOST_KNOWN) this.#forgetFull(now);
    const fresh = { left: 1, at: now };
    this.#levels.set(personId, fresh);
    return fresh;
  }

  #forgetFull(now: number): void {
    for (const [personId, { at }] of this.#levels) if (at < now - FULL_AGAIN_SECONDS) this.#levels.delete(personId);
  }
}

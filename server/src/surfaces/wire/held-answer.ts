/** How often it is looked whether anything of an answer was taken. */
const LOOKED_EVERY_MS = 1_000;
const LOOKS_AT_LEAST = 3;
/** Two looks that found nothing belong together where no other fits between them. */
const BETWEEN_LOOKS = 1.75;
/** Networks take from a slow reader by fits and starts: whoever took something before may pause for so long. */
const PAUSES_FOR_MS = 5_000;

/** How often to look where nothing may be taken for so long. */
export function lookEvery(readWithinMs: number): number {
  return Math.min(LOOKED_EVERY_MS, readWithinMs / LOOKS_AT_LEAST);
}

/** How far an answer has come: read, not known yet, read before but not of late, never read. */
export const STANDS = { read: 0, unknown: 1, paused: 2, neverRead: 3 } as const;
type Stands = (typeof STANDS)[keyof typeof STANDS];

/** An answer, or the part of it, that the network has not taken yet. */
export class HeldAnswer {
  readonly address: string;
  bytes = 0;
  #every: number;
  /** When it was last found that nothing was taken. The first look finds what went out at once, so it tells nothing. */
  #lookedAt: number;
  /** The last instant at which something may have been taken. */
  #takenAt: number;
  #stalls = false;
  #readBefore: boolean;

  constructor(address: string, every: number, readBefore: boolean, now: number) {
    this.address = address;
    this.#every = every;
    this.#readBefore = readBefore;
    this.#takenAt = now;
    this.#lookedAt = now + every;
  }

  /** Notes that nothing was taken since the last look, and says for how long nothing was. */
  nothingTaken(now: number): number {
    if (this.#wentOn(now)) {
      this.#readBefore = true;
      this.#takenAt = now - this.#every;
    }
    this.#stalls = true;
    this.#lookedAt = now;
    return this.quietFor(now);
  }

  quietFor(now: number): number {
    return now - this.#takenAt;
  }

  stands(now: number): Stands {
    if (this.#wentOn(now)) return STANDS.read;
    if (!this.#readBefore) return this.#stalls ? STANDS.neverRead : STANDS.unknown;
    return this.quietFor(now) > PAUSES_FOR_MS ? STANDS.paused : STANDS.read;
  }

  /** A look that finds something taken is not told: there was one where the last that found nothing is too long ago. */
  #wentOn(now: number): boolean {
    return now - this.#lookedAt > BETWEEN_LOOKS * this.#every;
  }
}

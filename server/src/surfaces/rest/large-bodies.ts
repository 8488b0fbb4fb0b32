import type { Line, Place, Turns } from '../../base/turns.ts';

/** Above this, reading a body holds up everybody else for longer than an ordinary request takes. */
export const LARGE_BODY = 8 * 1024;

/** Large bodies that are here and are to be read, by organization, person or address. */
const LARGE_BODIES: Line = {
  name: 'large bodies',
  atOnce: 2,
  atOnceOfOne: 1,
  mostWaiting: 200,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many large requests are under way. Try again in a moment.',
};

/** So many times as long as one was read, nobody reads the next: the time between is for all others. */
const RESTS_TIMES = 3;

/** The turn of one large body: over when it was read, or is not going to be. */
export class LargeBodyTurn {
  #leave: (() => void) | undefined;

  private constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Waits for the turn. */
  static async of(turns: Turns, place: Place): Promise<LargeBodyTurn> {
    return new LargeBodyTurn(await turns.enter(LARGE_BODIES, place));
  }

  /** Runs what reads the body, and lets the others go on before the next. */
  read<T>(make: () => T): T {
    const began = performance.now();
    try {
      return make();
    } finally {
      this.end((performance.now() - began) * RESTS_TIMES);
    }
  }

  end(afterMs = 0): void {
    const leave = this.#leave;
    this.#leave = undefined;
    if (leave) setTimeout(leave, afterMs);
  }
}

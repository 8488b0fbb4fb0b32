import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until a test turns it. */
export class TurnableClock implements Clock {
  #now: number;

  constructor(start = '2026-03-02T10:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  /** Turns the clock forward. */
  turn({ hours = 0, minutes = 0, seconds = 0 }: { hours?: number; minutes?: number; seconds?: number }): void {
    this.#now += ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }
}

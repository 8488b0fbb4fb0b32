import type { Clock } from '../../src/ports/clock.ts';

/** The clock of a machine, ahead of the database's by as much as a test says. */
export class WrongClock implements Clock {
  readonly mayBeWrong = true;
  aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }
}

/** A day, as far as clocks are ahead in tests. */
export const DAY_MS = 86_400_000;

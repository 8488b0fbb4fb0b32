import { TurnableClock } from '../harness/turnable-clock.ts';

/** The machine's clock, ahead of it by as much as the emulator's is; a test can turn it forward. */
export class RunningClock extends TurnableClock {
  constructor(aheadMs: number) {
    super(new Date(aheadMs).toISOString());
  }

  override now(): number {
    return Date.now() + super.now();
  }
}

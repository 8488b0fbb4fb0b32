import { TurnableClock } from '../harness/turnable-clock.ts';

/** A clock that runs, beside the emulator's, from a given time on; a test can turn it forward. */
export class RunningClock extends TurnableClock {
  #began = performance.now();

  override now(): number {
    return super.now() + Math.floor(performance.now() - this.#began);
  }
}

import { TurnableClock } from '../harness/turnable-clock.ts';

/** A clock that runs beside the emulator's, and with it: both are the machine's. A test can turn it forward. */
export class RunningClock extends TurnableClock {
  #began = Date.now();

  override now(): number {
    return super.now() + Date.now() - this.#began;
  }
}

import { performance } from 'node:perf_hooks';

/** Of the time of the event loop, so much may be taken for each part that is left. */
const TAKEN_FOR_LEFT = 2;
/** What was left before is remembered for no more than a few requests. */
const MOST_SAVED_MS = 4;
/** Nobody pays for long for what held the loop once. */
const MOST_OWED_MS = 10;

/** Whether the event loop stands idle for a third of the time, so that whatever comes is seen to soon. */
export class TimeLeft {
  #before = performance.eventLoopUtilization();
  #saved = 0;

  /** Whether something more may be begun now. */
  look(): boolean {
    const now = performance.eventLoopUtilization();
    const idle = now.idle - this.#before.idle;
    const active = now.active - this.#before.active;
    this.#before = now;
    const saved = this.#saved + idle * TAKEN_FOR_LEFT - active;
    this.#saved = Math.max(-MOST_OWED_MS, Math.min(saved, MOST_SAVED_MS));
    return this.#saved >= 0;
  }
}

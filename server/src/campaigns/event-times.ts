import type { ChangeEvent } from '../ports/ad-platform.ts';

/** How far apart our note of a write and the platform's may be, on two clocks and with a slow answer. */
export const NOTED_WITHIN_MS = 10 * 60 * 1000;

interface Moment {
  at: number;
  event: ChangeEvent;
}

/** When events that are alike happened. A campaign may have thousands of them, for as many writes of ours. */
export class EventTimes {
  /** Of events that were not taken, in order of time; one that may have happened at either of two times is there twice. */
  readonly #moments: Moment[];

  constructor(events: readonly ChangeEvent[]) {
    this.#moments = events
      .flatMap((event) => [...new Set([event.at, event.notBefore])].map((at) => ({ at: Date.parse(at), event })))
      .toSorted((one, other) => one.at - other.at);
  }

  /** Takes the event nearest to that moment, among those that may belong to it. */
  takeNearest(moment: number): ChangeEvent | undefined {
    const from = this.#firstFrom(moment);
    const [before, after] = [this.#moments[from - 1], this.#moments[from]];
    const isBefore = before !== undefined && (!after || moment - before.at <= after.at - moment);
    const nearest = isBefore ? before : after;
    if (!nearest || Math.abs(nearest.at - moment) > NOTED_WITHIN_MS) return undefined;
    this.#moments.splice(isBefore ? from - 1 : from, 1);
    const { event } = nearest;
    const twin = event.at === event.notBefore ? -1 : this.#moments.findIndex((one) => one.event === event);
    if (twin >= 0) this.#moments.splice(twin, 1);
    return event;
  }

  #firstFrom(moment: number): number {
    let [low, high] = [0, this.#moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#moments[middle]?.at ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

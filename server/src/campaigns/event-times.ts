import type { ChangeEvent } from '../ports/ad-platform.ts';

/** How far apart our note of a write and the platform's may be, on two clocks and with a slow answer. */
export const NOTED_WITHIN_MS = 10 * 60 * 1000;

interface Moment {
  readonly at: number;
  readonly event: ChangeEvent;
  /** Where to look on for one that was not taken. */
  earlier: Moment | undefined;
  later: Moment | undefined;
}

/** When events that are alike happened. A campaign may have thousands of them, for as many writes of ours. */
export class EventTimes {
  /** In order of time; an event that may have happened at either of two times is there twice. */
  readonly #moments: readonly Moment[];
  readonly #taken = new Set<ChangeEvent>();

  constructor(events: readonly ChangeEvent[]) {
    this.#moments = events.flatMap(momentsOf).sort((one, other) => one.at - other.at);
    for (const [place, moment] of this.#moments.entries()) {
      moment.earlier = this.#moments[place - 1];
      moment.later = this.#moments[place + 1];
    }
  }

  /** Takes the event nearest to that moment, among those that may belong to it. */
  takeNearest(moment: number): ChangeEvent | undefined {
    const from = this.#firstFrom(moment);
    const before = this.#left(this.#moments[from - 1], 'earlier');
    const after = this.#left(this.#moments[from], 'later');
    const isBefore = before !== undefined && (!after || moment - before.at <= after.at - moment);
    const nearest = isBefore ? before : after;
    if (!nearest || Math.abs(nearest.at - moment) > NOTED_WITHIN_MS) return undefined;
    this.#taken.add(nearest.event);
    return nearest.event;
  }

  /** The first from there whose event was not taken. All on the way point to it then, so that no way is gone over and over. */
  #left(from: Moment | undefined, way: 'earlier' | 'later'): Moment | undefined {
    let left = from;
    while (left && this.#taken.has(left.event)) left = left[way];
    for (let passed = from; passed && passed !== left; ) {
      const next = passed[way];
      passed[way] = left;
      passed = next;
    }
    return left;
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

function momentsOf(event: ChangeEvent): Moment[] {
  const momentAt = (at: string) => ({ at: Date.parse(at), event, earlier: undefined, later: undefined });
  return event.at === event.notBefore ? [momentAt(event.at)] : [momentAt(event.at), momentAt(event.notBefore)];
}

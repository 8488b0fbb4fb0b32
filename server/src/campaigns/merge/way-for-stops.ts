import type { Tenancy } from '../../base/context.ts';
import { stopsInLine } from '../../writes/stop-in-line.store.ts';

/** Thrown where a merge lets go of the campaign, because somebody waits who wants to stop spending. */
export class StopWaits extends Error {}

/** Looks, between the parts of long work, whether a stop has begun to wait since. */
export class WayForStops {
  readonly #tenancy: Tenancy;
  #before: number | undefined;

  constructor(tenancy: Tenancy) {
    this.#tenancy = tenancy;
  }

  async give(): Promise<void> {
    const now = await stopsInLine(this.#tenancy);
    this.#before ??= now;
    if (now !== this.#before) throw new StopWaits();
  }
}

import type { KeywordText } from '../ports/ad-platform.ts';
import { keyIn, type Worded } from './keyword-text.ts';

/** For an ad that the platform does not know: what it has on the whole campaign is not on that ad. */
const NOWHERE = 'nowhere';

/** The platform's ids of what it has, by what it says and the ad that it is on; of several that are the same, the first. */
export class IdsThere {
  readonly #ids = new Map<string, string>();

  add({ id, text, matchType, adId }: KeywordText & { id: string; adId: string | null }): void {
    const key = keyIn(adId, { text, match_type: matchType });
    if (!this.#ids.has(key)) this.#ids.set(key, id);
  }

  /** The id there of the same in the same place. */
  idOf(one: Worded & { ad?: { platform_id: string | null } | undefined }): string | undefined {
    const place = one.ad ? (one.ad.platform_id ?? NOWHERE) : null;
    return this.#ids.get(keyIn(place, one));
  }
}

import { textAt } from '../json.ts';
import { mix } from '../market/random.ts';
import { isEnabled, livePart } from '../metrics/day-state.ts';
import type { Leaf } from '../metrics/leaf.ts';
import type { Account } from '../store/account.ts';

/** Gives each leaf to one of the ads that its ad group ran that day, so that ads add up to their group. */
export class AdRotation {
  readonly #account: Account;
  readonly #adsOfGroup = new Map<string, string[]>();
  readonly #liveAds = new Map<string, string[]>();

  constructor(account: Account) {
    this.#account = account;
    for (const ad of account.all('adGroupAds')) {
      const adGroup = textAt(ad, 'adGroup');
      this.#adsOfGroup.set(adGroup, [...(this.#adsOfGroup.get(adGroup) ?? []), textAt(ad, 'resourceName')]);
    }
  }

  adOf({ stream, day }: Leaf): string {
    const ads = this.#adsOn(stream.adGroup, day);
    return ads[mix(stream.seed, day) % ads.length] ?? '';
  }

  /** A group without a live ad has its delivery told by whatever ads it has. */
  #adsOn(adGroup: string, day: number): string[] {
    const key = `${adGroup}|${day}`;
    const known = this.#liveAds.get(key);
    if (known) return known;
    const all = this.#adsOfGroup.get(adGroup) ?? [];
    const live = all.filter((name) => livePart(this.#account, name, day, isEnabled) !== undefined);
    const ads = live.length > 0 ? live : all;
    this.#liveAds.set(key, ads);
    return ads;
  }
}

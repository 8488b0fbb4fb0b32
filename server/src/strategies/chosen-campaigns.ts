import type { CampaignLine } from '../reports/evidence.ts';
import { Few } from '../reports/few.ts';
import type { CampaignChoice } from './strategy-evidence.ts';

/** Campaigns beyond these spend least; a strategy is not decided by them. */
const MOST_AUDITED = 25;
/** So many products are spoken of. */
export const MOST_PRODUCTS = 8;
const SHORTEST_WORD = 4;

/** Sees all campaigns one by one, that which spends most first, and keeps those that a strategy speaks of. */
export class ChosenCampaigns implements CampaignChoice {
  readonly live = new Few<CampaignLine>(MOST_AUDITED);
  brand: CampaignLine | undefined;
  readonly ofProducts = new Map<string, CampaignLine>();
  /** The words of the products that have none yet. */
  readonly #missing: Map<string, ReadonlySet<string>>;

  constructor(products: readonly { name: string }[]) {
    this.#missing = new Map(products.slice(0, MOST_PRODUCTS).map(({ name }) => [name, wordsOf(name)]));
  }

  add(line: CampaignLine): void {
    const { type, state, name } = line;
    if (state === 'live') this.live.add(line);
    if (type === 'brand') {
      if (state === 'live') this.brand ??= line;
      return;
    }
    if (this.#missing.size === 0) return;
    const words = wordsOf(name);
    for (const [product, own] of this.#missing) {
      if (words.isDisjointFrom(own)) continue;
      this.ofProducts.set(product, line);
      this.#missing.delete(product);
    }
  }
}

/** The words of a name that say something. */
function wordsOf(name: string): ReadonlySet<string> {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter(({ length }) => length >= SHORTEST_WORD));
}

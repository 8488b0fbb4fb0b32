import { actionsOf } from './actions.ts';
import { itemsNamed, promisesOf, proofsOf, reasonsOf } from './claims.ts';
import type { SourcedText } from './composed-campaign.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { ReadPage } from './reading.ts';

const FINDERS = {
  promises: promisesOf,
  proofs: proofsOf,
  items: itemsNamed,
  reasons: reasonsOf,
  actions: actionsOf,
} as const;

/** What each page says, looked for once: every ad of a campaign asks for the same pages. */
export class FactBook {
  readonly #lexicon: Lexicon;
  readonly #found = new Map<ReadPage, Partial<Record<keyof typeof FINDERS, readonly SourcedText[]>>>();

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  of(page: ReadPage, kind: keyof typeof FINDERS): readonly SourcedText[] {
    const known = this.#found.get(page) ?? {};
    const facts = known[kind] ?? FINDERS[kind](page, this.#lexicon);
    this.#found.set(page, { ...known, [kind]: facts });
    return facts;
  }
}

import type { Tenancy } from '../base/context.ts';
import { folded } from '../campaigns/keyword-text.ts';
import { Negatives, type NegativeText } from '../detection/negative-match.ts';
import { inTurns } from '../detection/steps.ts';
import { wordsOf } from '../detection/words.ts';
import { keywordsOfCampaigns, negativesOfCampaigns } from './term-state.store.ts';

/** What is already done about a search: it is excluded, it is bid on in its own words, or neither. */
export const TERM_STATES = ['excluded', 'keyword', 'new'] as const;
export type TermState = (typeof TERM_STATES)[number];

/** A search in a campaign. */
export interface Searched {
  term: string;
  campaign: string;
}

/** Tells the states of search terms; the negative keywords of a campaign are read once. */
export class TermStates {
  readonly #tenancy: Tenancy;
  readonly #negatives = new Map<string, Negatives<NegativeText>>();

  constructor(tenancy: Tenancy) {
    this.#tenancy = tenancy;
  }

  /** The state of each of some search terms, in their order. */
  async of(terms: readonly Searched[]): Promise<TermState[]> {
    if (terms.length === 0) return [];
    const slugs = [...new Set(terms.map(({ campaign }) => campaign))];
    const texts = [...new Set(terms.map(({ term }) => folded(term)))];
    const [keywords] = await Promise.all([
      keywordsOfCampaigns(this.#tenancy, slugs, texts),
      this.#readNegatives(slugs.filter((slug) => !this.#negatives.has(slug))),
    ]);
    const bidOn = new Set(keywords.map(({ slug, folded: text }) => `${slug} ${text}`));
    return terms.map(({ term, campaign }) => {
      if (this.#negatives.get(campaign)?.blocking(wordsOf(term))) return 'excluded';
      return bidOn.has(`${campaign} ${folded(term)}`) ? 'keyword' : 'new';
    });
  }

  async #readNegatives(slugs: string[]): Promise<void> {
    if (slugs.length === 0) return;
    const found = Map.groupBy(await negativesOfCampaigns(this.#tenancy, slugs), ({ slug }) => slug);
    for (const slug of slugs) this.#negatives.set(slug, await inTurns(Negatives.of(found.get(slug) ?? [])));
  }
}

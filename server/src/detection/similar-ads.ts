import type { AdFacts, KeywordText } from './evidence.ts';
import { FILLERS } from './word-lists.ts';
import { foldedWord, foldedWords } from './words.ts';

/** Finds the ad that a search fits best, by the words of its keywords and headlines. */
export class SimilarAds {
  readonly #words: readonly { ad: AdFacts; counts: ReadonlyMap<string, number>; total: number }[];

  constructor(ads: readonly AdFacts[], keywords: readonly KeywordText[]) {
    const byAd = Map.groupBy(
      keywords.filter(({ state }) => state === 'enabled'),
      ({ adId }) => adId,
    );
    this.#words = ads
      .filter(({ state }) => state === 'enabled')
      .map((ad) => {
        const texts = [ad.name, ...ad.headlines, ...(byAd.get(ad.id) ?? []).map(({ text }) => text)];
        const counts = new Map<string, number>();
        for (const word of texts.flatMap(foldedWords)) {
          if (!FILLERS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
        }
        return { ad, counts, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
      });
  }

  /** The ad that shares most with these words; undefined where none shares any. */
  to(words: readonly string[]): AdFacts | undefined {
    const folded = words.map(foldedWord);
    let best: { ad: AdFacts; score: number } | undefined;
    for (const { ad, counts, total } of this.#words) {
      const score = folded.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.max(1, total);
      if (score > (best?.score ?? 0)) best = { ad, score };
    }
    return best?.ad;
  }
}

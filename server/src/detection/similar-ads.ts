import type { AdFacts, KeywordText } from './evidence.ts';
import { eachOf, type Steps } from './steps.ts';
import { FILLERS } from './word-lists.ts';
import { foldedWord, foldedWords } from './words.ts';

/** An ad has many texts, of which each is taken apart. */
const ADS_AT_ONCE = 50;

/** Finds the ad that a search fits best, by the words of its keywords and headlines. */
export class SimilarAds {
  readonly #words: readonly AdWords[];

  private constructor(words: readonly AdWords[]) {
    this.#words = words;
  }

  /** Counts their words, in steps: keywords may be many. */
  static *of(ads: readonly AdFacts[], keywords: readonly KeywordText[]): Steps<SimilarAds> {
    const words = new Map<number, AdWords>();
    for (const [at, ad] of ads.entries()) {
      if (ad.state === 'enabled') words.set(ad.id, new AdWords(ad));
      if (at % ADS_AT_ONCE === 0) yield;
    }
    yield* eachOf(keywords, ({ state, adId, text }) => {
      if (state === 'enabled') words.get(adId)?.add(text);
    });
    return new SimilarAds([...words.values()]);
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

/** How often the texts of an ad use each word. */
class AdWords {
  readonly ad: AdFacts;
  readonly counts = new Map<string, number>();
  total = 0;

  constructor(ad: AdFacts) {
    this.ad = ad;
    for (const text of [ad.name, ...ad.headlines]) this.add(text);
  }

  add(text: string): void {
    for (const word of foldedWords(text)) {
      if (FILLERS.has(word)) continue;
      this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
      this.total += 1;
    }
  }
}

import type { KeywordText } from './evidence.ts';
import { foldedWords, phraseKey } from './words.ts';

/** What is left of a saving where other keywords take the searches over: they take about three of four. */
const LEFT = 0.25;

type Worded = Pick<KeywordText, 'id' | 'text' | 'matchType' | 'state'>;

/** Tells whether a keyword's searches go on under another one when it is paused: then little is saved by it. */
export class Takeover {
  readonly #exact: ReadonlyMap<string, Worded[]>;
  readonly #phrase: ReadonlyMap<string, Worded[]>;
  /** By their first word: it has to be in every search that they are shown for. */
  readonly #broad: ReadonlyMap<string, { words: readonly string[]; keyword: Worded }[]>;

  constructor(keywords: readonly Worded[]) {
    const running = keywords.filter(({ state }) => state === 'enabled');
    const byText = (type: KeywordText['matchType']) =>
      Map.groupBy(
        running.filter(({ matchType }) => matchType === type),
        ({ text }) => phraseKey(foldedWords(text)),
      );
    this.#exact = byText('exact');
    this.#phrase = byText('phrase');
    const broad = running
      .filter(({ matchType }) => matchType === 'broad')
      .map((keyword) => ({ keyword, words: foldedWords(keyword.text) }));
    this.#broad = Map.groupBy(broad, ({ words }) => words[0] ?? '');
  }

  /** What a month without the keyword saves, of what it costs beyond its conversions. */
  savingOf(keyword: Worded, amount: number): number {
    return this.takes(keyword) ? LEFT * amount : amount;
  }

  takes({ id, text }: Worded): boolean {
    const words = foldedWords(text);
    const isOther = (keyword: Worded) => keyword.id !== id;
    if (this.#exact.get(phraseKey(words))?.some(isOther)) return true;
    for (let start = 0; start < words.length; start += 1) {
      for (let end = start + 1; end <= words.length; end += 1) {
        if (this.#phrase.get(phraseKey(words.slice(start, end)))?.some(isOther)) return true;
      }
    }
    const broad = words.flatMap((word) => this.#broad.get(word) ?? []);
    return broad.some((one) => isOther(one.keyword) && one.words.every((word) => words.includes(word)));
  }
}

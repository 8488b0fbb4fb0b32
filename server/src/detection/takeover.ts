import type { KeywordText } from './evidence.ts';
import { eachOf, type Steps } from './steps.ts';
import { foldedWords, phraseKey } from './words.ts';

/** What is left of a saving where other keywords take the searches over: they take about three of four. */
const LEFT = 0.25;

type Worded = Pick<KeywordText, 'id' | 'text' | 'matchType' | 'state'>;

/** Tells whether a keyword's searches go on under another one when it is paused: then little is saved by it. */
export class Takeover {
  readonly #exact = new Map<string, Worded[]>();
  readonly #phrase = new Map<string, Worded[]>();
  /** By their first word: it has to be in every search that they are shown for. */
  readonly #broad = new Map<string, { words: readonly string[]; keyword: Worded }[]>();

  /** Knows the keywords that run, in steps: they may be many. */
  static *of(keywords: readonly Worded[]): Steps<Takeover> {
    const takeover = new Takeover();
    yield* eachOf(keywords, (keyword) => {
      if (keyword.state === 'enabled') takeover.#add(keyword);
    });
    return takeover;
  }

  #add(keyword: Worded): void {
    const words = foldedWords(keyword.text);
    if (keyword.matchType === 'broad') addTo(this.#broad, words[0] ?? '', { keyword, words });
    else addTo(keyword.matchType === 'exact' ? this.#exact : this.#phrase, phraseKey(words), keyword);
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

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

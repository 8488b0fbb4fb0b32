import { eachOf, type Steps } from './steps.ts';
import { STOP_WORDS } from './word-lists.ts';
import { phrasesOf } from './words.ts';

/** Things that have words in common. */
export interface Theme<Item> {
  theme: string;
  items: readonly Item[];
}

/** A theme has one word or two. */
export const LONGEST_THEME = 2;
const FEWEST_ITEMS = 2;
/** Words that most of them share tell nothing of their differences. */
const SHARED_BY_MOST = 0.7;

/**
 * Sorts things by the words they share, into so many themes at most: each belongs to the largest that it fits, of equally
 * large ones to the one with more words. What shares nothing belongs to none.
 */
export function* themesOf<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => readonly string[],
  most: number,
): Steps<Theme<Item>[]> {
  const byTheme = yield* themedItems(items, wordsOf);
  const left = new Set(items);
  const themes: Theme<Item>[] = [];
  while (themes.length < most) {
    const best = yield* largest(byTheme, left);
    if (!best) break;
    themes.push(best);
    byTheme.delete(best.theme);
    for (const item of best.items) left.delete(item);
  }
  return themes;
}

/** Every theme that some of the things share, or of those that are wanted, with those things; one may be in many. */
export function* themedItems<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => readonly string[],
  wanted?: ReadonlySet<string>,
): Steps<Map<string, Item[]>> {
  const words = new Set<string>();
  yield* eachOf(wanted ?? [], (theme) => {
    for (const word of theme.split(' ')) words.add(word);
  });
  const mayBeIn = (word: string) => !wanted || words.has(word);
  const byTheme = new Map<string, Item[]>();
  yield* eachOf(items, (item) => {
    for (const phrase of phrasesOf(wordsOf(item), LONGEST_THEME, mayBeIn)) {
      if (wanted?.has(phrase) === false || phrase.split(' ').every((word) => STOP_WORDS.has(word))) continue;
      const others = byTheme.get(phrase) ?? [];
      if (others.push(item) === 1) byTheme.set(phrase, others);
    }
  });
  yield* eachOf(byTheme, ([theme, { length }]) => {
    if (length < FEWEST_ITEMS || length > SHARED_BY_MOST * items.length) byTheme.delete(theme);
  });
  return byTheme;
}

/** Themes only lose items, so one that had fewer than the best so far is passed over. */
function* largest<Item>(byTheme: ReadonlyMap<string, Item[]>, left: ReadonlySet<Item>): Steps<Theme<Item> | undefined> {
  let best: Theme<Item> | undefined;
  for (const [theme, all] of byTheme) {
    if (all.length < (best?.items.length ?? 0)) continue;
    yield;
    const items = all.filter((item) => left.has(item));
    if (items.length < FEWEST_ITEMS) continue;
    const larger = items.length - (best?.items.length ?? 0) || theme.length - (best?.theme.length ?? 0);
    if (larger > 0) best = { theme, items };
  }
  return best;
}

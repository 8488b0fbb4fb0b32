import { foldedWords } from '../../detection/words.ts';
import type { SitePage } from '../../ports/site-reader.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { JAPANESE } from './japanese.ts';
import type { Lexicon } from './lexicon.ts';
import { otherLanguage } from './other.ts';
import { SPANISH } from './spanish.ts';

/** The languages that have a lexicon. */
export const SPOKEN: readonly Lexicon[] = [ENGLISH, GERMAN, SPANISH, FRENCH, JAPANESE];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** So many words of a language's own tell it from the others. */
const ENOUGH_WORDS = 3;

/** The lexicon of a language, by its primary subtag. */
export function lexiconOf(language: string): Lexicon {
  const primary = primaryOf(language);
  return SPOKEN.find((one) => one.language === primary) ?? otherLanguage(primary);
}

/** The primary subtag: `pt` of `pt-BR`. */
export function primaryOf(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/** The language of a page: as it says, unless its text is plainly in another that is known here; null where nothing tells. */
export function languageOf(page: SitePage): string | null {
  const stated = page.language ? primaryOf(page.language) : null;
  if (stated && SPOKEN.every(({ language }) => language !== stated)) return stated;
  const text = [page.description, ...page.blocks.map((block) => block.text)].join(' ');
  return languageOfText(text) ?? stated;
}

/** The language that a text's function words tell, where they tell one clearly. */
function languageOfText(text: string): string | null {
  if (KANA.test(text)) return JAPANESE.language;
  const words = foldedWords(text);
  const counts = SPOKEN.map((lexicon) => ({
    language: lexicon.language,
    count: words.filter((word) => lexicon.functionWords.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (!first || first.count < ENOUGH_WORDS || first.count <= (second?.count ?? 0) * 1.5) return null;
  return first.language;
}

import { foldedWords } from '../detection/words.ts';
import type { Brief } from './brief.ts';
import { areRelated } from './stems.ts';

/** A keyword on its way into an ad, with how close it is to what the ad sells. */
export interface Candidate {
  text: string;
  closeness: number;
  searches: number;
}

/** The words of a text that carry meaning, folded. */
export function contentWords(text: string, { reading }: Brief): string[] {
  return foldedWords(text).filter((word) => !reading.lexicon.functionWords.has(word));
}

/** Whether a word, or one of its stem, is among these. */
export function isIn(word: string, words: ReadonlySet<string>): boolean {
  return words.has(word) || [...words].some((other) => areRelated(word, other));
}

/** As keywords are written: small, without marks, one space between words. */
export function keywordText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}

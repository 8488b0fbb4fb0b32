import { foldedWords, variantOf } from '../../detection/words.ts';
import type { Lexicon } from '../languages/lexicon.ts';

const MOST_SHARED = 0.7;

/** A text as others are compared with it: all its words, and those that carry meaning. */
export interface Compared {
  words: readonly string[];
  content: readonly string[];
}

/** Amounts and counts are one word each, whatever marks they hold. */
export function comparedText(text: string, { functionWords }: Lexicon): Compared {
  const words = foldedWords(text.replaceAll(/(?<=\d)[.,/](?=\d)/g, '')).filter((word) => word !== '&');
  const content = words.filter((word) => !functionWords.has(word));
  return { words, content: content.length > 0 ? content : words };
}

/** Whether two headlines say the same: one within the other, or equal but for one word, unless that word is a number. */
export function areAlike(one: Compared, other: Compared): boolean {
  if (without(one.content, other.content).length === 0 || without(other.content, one.content).length === 0) return true;
  const [onlyOne, onlyOther] = [without(one.words, other.words), without(other.words, one.words)];
  if (onlyOne.length === one.words.length || onlyOne.length > 1 || onlyOther.length > 1) return false;
  return /\d/.test(onlyOne.join()) === /\d/.test(onlyOther.join());
}

/** Whether two descriptions say largely the same. */
export function overlap(one: Compared, other: Compared): boolean {
  const shared = one.content.length - without(one.content, other.content).length;
  return shared / Math.max(1, Math.min(one.content.length, other.content.length)) > MOST_SHARED;
}

/** Whether two names name the same thing. */
export function areSameName(one: Compared, other: Compared): boolean {
  return variantOf(one.words) === variantOf(other.words);
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

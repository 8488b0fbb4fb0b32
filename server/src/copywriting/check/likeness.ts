import { foldedWords, variantOf } from '../../detection/words.ts';
import type { Lexicon } from '../languages/lexicon.ts';

const MOST_SHARED = 0.7;

/** Whether two headlines say the same: one within the other, or equal but for one word, unless that word is a number. */
export function areAlike(one: string, other: string, lexicon: Lexicon): boolean {
  const [a, b] = [contentOf(one, lexicon), contentOf(other, lexicon)];
  if (without(a, b).length === 0 || without(b, a).length === 0) return true;
  const [wordsA, wordsB] = [wordsIn(one), wordsIn(other)];
  const [onlyA, onlyB] = [without(wordsA, wordsB), without(wordsB, wordsA)];
  if (onlyA.length === wordsA.length || onlyA.length > 1 || onlyB.length > 1) return false;
  return /\d/.test(onlyA.join()) === /\d/.test(onlyB.join());
}

/** Whether two descriptions say largely the same. */
export function overlap(one: string, other: string, lexicon: Lexicon): boolean {
  const [a, b] = [contentOf(one, lexicon), contentOf(other, lexicon)];
  const shared = a.length - without(a, b).length;
  return shared / Math.max(1, Math.min(a.length, b.length)) > MOST_SHARED;
}

/** Amounts and counts are one word each, whatever marks they hold. */
function contentOf(text: string, { functionWords }: Lexicon): string[] {
  const words = wordsIn(text);
  const content = words.filter((word) => !functionWords.has(word));
  return content.length > 0 ? content : words;
}

function wordsIn(text: string): string[] {
  return foldedWords(text.replaceAll(/(?<=\d)[.,/](?=\d)/g, '')).filter((word) => word !== '&');
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether two names name the same thing. */
export function areSameName(one: string, other: string): boolean {
  return variantOf(foldedWords(one)) === variantOf(foldedWords(other));
}

import { foldedWords } from '../../detection/words.ts';
import type { Lexicon } from '../languages/lexicon.ts';

const MOST_SHARED = 0.7;

/** Whether two headlines say the same: equal but for one word, unless that word is a number of its own. */
export function areAlike(one: string, other: string, lexicon: Lexicon): boolean {
  const [a, b] = [contentOf(one, lexicon), contentOf(other, lexicon)];
  const [onlyA, onlyB] = [without(a, b), without(b, a)];
  if (onlyA.length > 1 || onlyB.length > 1) return false;
  const tells = (words: readonly string[]) => words.some((word) => /\d/.test(word));
  return !(tells(onlyA) !== tells(onlyB) && Math.min(a.length, b.length) > 1);
}

/** Whether two descriptions say largely the same. */
export function overlap(one: string, other: string, lexicon: Lexicon): boolean {
  const [a, b] = [contentOf(one, lexicon), contentOf(other, lexicon)];
  const shared = a.length - without(a, b).length;
  return shared / Math.max(1, Math.min(a.length, b.length)) > MOST_SHARED;
}

/** Amounts and counts are one word each, whatever marks they hold. */
function contentOf(text: string, { functionWords }: Lexicon): string[] {
  const words = foldedWords(text.replaceAll(/(?<=\d)[.,/](?=\d)/g, ''));
  const content = words.filter((word) => !functionWords.has(word) && word !== '&');
  return content.length > 0 ? content : words;
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

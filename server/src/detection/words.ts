/** Letters with their marks, and digits; signs that make another word of the one before them (c++, c#). */
const WORD = /[\p{L}\p{M}\p{N}]+[+#]*|&/gu;
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
/** Scripts whose words stand side by side without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Most search terms are as plain as this, and there are many of them. */
const PLAIN_TEXT = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** The words of a text as the ad platform tells them apart: whatever their case, without punctuation, in their order. */
export function wordsOf(text: string): string[] {
  if (PLAIN_TEXT.test(text)) return text.split(' ');
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(APOSTROPHES, '');
  const words = plain.match(WORD) ?? [];
  return UNSPACED.test(plain) ? words.flatMap(segmented) : words;
}

function segmented(run: string): string[] {
  if (!UNSPACED.test(run)) return [run];
  // Its dictionaries are large, and most businesses never need them.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(run)].map(({ segment }) => segment);
}

/** Words as a text again; those of scripts without spaces stand side by side. */
export function textOf(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const together = text === '' || (UNSPACED.test(text.at(-1) ?? '') && UNSPACED.test(word));
    return together ? text + word : `${text} ${word}`;
  }, '');
}

/** Marks that are written above and below Latin, Greek and Cyrillic letters; in other scripts marks are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
};
const LETTERS_TO_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const LATIN = /^[a-z]+$/;
/** Nothing to make plain: most words are so, and there are many of them. */
const PLAIN_WORD = /^[a-z0-9]+$/;
const SHORTEST_PLURAL = 4;

/** A word as people mean it, however they write it: without accents and without the ending of the plural. */
export function foldedWord(word: string): string {
  const plain = PLAIN_WORD.test(word)
    ? word
    : word
        .normalize('NFD')
        .replaceAll(ACCENTS, '')
        .replaceAll(LETTERS_TO_PLAIN, (letter) => PLAIN[letter] ?? letter)
        .normalize('NFC');
  return LATIN.test(plain) && plain.length >= SHORTEST_PLURAL ? singular(plain) : plain;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > SHORTEST_PLURAL) return `${word.slice(0, -3)}y`;
  const one = /(?:ss|us|is)$/.test(word) || !word.endsWith('s') ? word : word.slice(0, -1);
  return /(?:ss|sh|ch|x|z)e$/.test(one) ? one.slice(0, -1) : one;
}

/** The words of a text, each as people mean it. */
export function foldedWords(text: string): string[] {
  return wordsOf(text).map(foldedWord);
}

/** A text as people mean its words, in their order. */
export function foldedText(text: string): string {
  return foldedWords(text).join(' ');
}

/** The same for texts that mean the same: in any case, with or without accents, singular or plural, in any order. */
export function variantOf(words: readonly string[]): string {
  return words.map(foldedWord).sort().join(' ');
}

/** A phrase as a key: what stands between its words is no part of any word. */
export function phraseKey(words: readonly string[]): string {
  return words.join(' ');
}

/** The longest phrases that are looked at. */
export const LONGEST_PHRASE = 3;

/**
 * Every phrase of one to so many words that a text holds, each once, of such words alone as may be in one: V8 keeps what
 * sets and maps are asked for in one table, and all of the process stands still as it rebuilds that for a million texts.
 */
export function phrasesOf(
  words: readonly string[],
  longest = LONGEST_PHRASE,
  mayBeIn: (word: string) => boolean = () => true,
): Set<string> {
  const phrases = new Set<string>();
  for (let start = 0; start < words.length; start += 1) {
    let phrase = '';
    const end = Math.min(words.length, start + longest);
    for (let next = start; next < end; next += 1) {
      const word = words[next] ?? '';
      if (!mayBeIn(word)) break;
      phrase = next === start ? word : `${phrase} ${word}`;
      phrases.add(phrase);
    }
  }
  return phrases;
}

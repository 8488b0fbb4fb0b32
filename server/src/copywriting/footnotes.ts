import { sentencesOf } from './clean-text.ts';

const STARS = '*＊∗⁎✱✲✳';
const STAR = `[${STARS}]`;
/** A raised digit; behind a measure of length it makes it one of an area or a room. */
const RAISED = String.raw`(?:[⁰¹⁴-⁹]|(?<!(?:^|\P{L})(?:[cdkm]?m|ft|yd))[²³])`;
/** What leads to a note wherever it stands. */
const SIGN = `(?:[†‡※^]|${RAISED})`;
/** “#1” and “C#” are said. */
const HASH = String.raw`(?<!(?:^|\P{L})[CF])#(?![\p{L}\p{N}])`;
/** Digits beside an amount are its cents, as in “89€90”, its thousands, as in “1 000 €”, or nobody knows what. */
const SPLIT = String.raw`[$€£¥]\s?[\d.,]*\d\s\d|\d\s?(?:[€£円]|EUR|USD|CHF)\s?\d|\d\s\d{3}\s?[€£円]`;
/** A star between letters (“Kund*innen”) and “§ 34” are part of what is said. */
const MARK = RegExp(
  String.raw`${SIGN}|${HASH}|${SPLIT}|${STAR}(?!\p{L})|(?<!\p{L})${STAR}|(?<=\S)§(?!\s?[\d§])|\[\d{1,2}\]|(?<!\p{L})\(\d\)|\(\d\)(?!\s\p{Lu})|(?<=[\d₀-₉])[₀-₉]`,
  'u',
);
/** A mark that ends or follows a word, as no mark of a list does that begins with a star. */
const MARK_BEHIND = RegExp(String.raw`${SIGN}|(?<=[^\s${STARS}])${STAR}+(?!\p{L})|\s${STAR}+[^\p{L}\p{N}]*$`, 'u');
const LEADING_STAR = RegExp(`^\\s*${STAR}`, 'u');
/** A mark that stands alone begins the note itself. */
const NOTE = RegExp(String.raw`(?:^|\s)(?:${STAR}+|${SIGN}+)(?=\s|\p{Lu})`, 'u');
const SIGNS = RegExp(`${STAR}|§|${SIGN}|${HASH}`, 'gu');
const SHIFTED = /[⁰¹²³⁴-⁹₀-₉]+\s?/g;

/** Whether what a text says depends on a note elsewhere, or cannot be told: nothing that it claims holds for everybody. */
export function isConditional(text: string): boolean {
  return MARK.test(text);
}

/** Whether a text leads to a note: what begins with a star on its page is one, then, and no item of a list. */
export function leadsToNote(text: string): boolean {
  return beginsWithStar(text) ? MARK_BEHIND.test(text) : isConditional(text);
}

export function beginsWithStar(text: string): boolean {
  return LEADING_STAR.test(text);
}

/** Whether a text holds signs of notes, which lead nowhere in an ad. */
export function hasSigns(text: string): boolean {
  return text.search(SIGNS) >= 0;
}

/** A name without the signs behind it. */
export function withoutSigns(text: string): string {
  return hasSigns(text) ? text.replaceAll(SIGNS, '').replaceAll(/\s+/g, ' ').trim() : text;
}

/** A text without raised and lowered digits, which belong to no number beside them. */
export function withoutShifted(text: string): string {
  return text.replaceAll(SHIFTED, ' ');
}

/** The sentences of a text that hold without a note; behind the beginning of one there are none. */
export function firmSentences(text: string): string[] {
  const note = NOTE.exec(text);
  const said = note ? text.slice(0, note.index + note[0].length) : text;
  return sentencesOf(said).filter((sentence) => !isConditional(sentence));
}

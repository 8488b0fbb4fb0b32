import { shortText } from './short-text.ts';
import { replaceUnseen } from './unseen.ts';

/** Whatever could be taken for the end of a quotation. */
const DOUBLE_QUOTES = /[\p{Quotation_Mark}--['‘’‚‛‹›]]/gv;

const BEYOND_ASCII = /[^\0-~]/;

/** Text that somebody else wrote, in quotation marks, with everything that would not be seen made visible. */
export function quoted(text: string): string {
  return `“${visible(text).replaceAll(DOUBLE_QUOTES, '"')}”`;
}

/** Writes characters that show nothing, or turn the reading direction, as their numbers. */
export function visible(text: string): string {
  return replaceUnseen(text, numberOf);
}

function numberOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** A number that was cut off, or what may be the beginning of one. */
const CUT_NUMBER = /\\(?:u(?:\{[0-9a-f]*)?)?…$/;

/** A text made visible, which makes it longer, and cut then: between two numbers. */
export function shortVisible(text: string, longest: number): string {
  const shown = visible(text);
  return shown.length <= longest ? shown : shortText(shown, longest).replace(CUT_NUMBER, '…');
}

const NUMBER = /\\u\{([0-9a-f]{1,6})\}/g;
const LAST_CHARACTER = 0x10ffff;

/** As far back as a character may be unseen for what stands before it. */
const FARTHEST = 16;

/** What `visible` made of a text, turned back: numbers of characters that are seen were somebody's own words. */
export function asWritten(shown: string): string {
  let written = '';
  let end = 0;
  for (const { 0: number, 1: digits = '', index } of shown.matchAll(NUMBER)) {
    written += shown.slice(end, index);
    end = index + number.length;
    const point = Number.parseInt(digits, 16);
    const character = point > LAST_CHARACTER ? '' : String.fromCodePoint(point);
    const isUnseen = visible(written.slice(-FARTHEST) + character).endsWith(number);
    written += isUnseen ? character : number;
  }
  return written + shown.slice(end);
}

/** Half of a character, and the one character that ends a text elsewhere: no database keeps them. */
const UNSTORABLE = /\0|\p{Cs}/u;

/** A text as a database can keep it. */
export function storable(text: string): string {
  return UNSTORABLE.test(text) ? visible(text) : text;
}

/**
 * JSON in which every text is visible, for readers who act on what they read. Line breaks stay: in JSON they are written
 * out, and what stands below the space is no part of a text.
 */
export function visibleInJson(json: string): string {
  if (!BEYOND_ASCII.test(json)) return json;
  return replaceUnseen(json, (character) => (character < ' ' ? character : `\\${numberOf(character)}`));
}

/** A text without the characters that its reader would not see. */
export function withoutUnseen(text: string): string {
  return replaceUnseen(text, () => '');
}

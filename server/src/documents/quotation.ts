import { visible } from '../base/visible-text.ts';

const LONGEST = 120;
/** Whatever could be taken for the beginning or the end of a quotation. */
const DOUBLE_QUOTES = /[\p{Quotation_Mark}--['‘’‚‛‹›]]/gv;
/** What markdown, or a page made of it, would take for more than text. */
const MARKUP = /[\\`*_[\]<>|~#!&@$^={}]/g;
/** What some renderers make a link of without being told to, also where it begins in the middle of a word. */
const ADDRESS = /(?<=https?|ftp|mailto|javascript|data):|(?<=www)\./gi;

/**
 * Text that somebody else wrote as one line in quotation marks: nothing in it is a mark of its own, a link, a picture or
 * a character that its reader does not see.
 */
export function marked(text: string, longest = LONGEST): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  const short = characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : line;
  return `“${harmless(visible(short).replaceAll(DOUBLE_QUOTES, "'"))}”`;
}

function harmless(text: string): string {
  return text.replaceAll(MARKUP, '\\$&').replaceAll(ADDRESS, '\\$&');
}

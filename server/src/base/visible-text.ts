/**
 * Characters that show nothing, or change how what stands beside them is shown; not those that scripts and emoji are
 * joined with.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}]--[\u200c\u200d\ufe00-\ufe0f]]/v;
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gv');

/** Text that somebody else wrote, in quotation marks, with everything that would not be seen made visible. */
export function quoted(text: string): string {
  return `“${visible(text).replaceAll(/[“”]/g, '"')}”`;
}

/** Writes characters that show nothing, or turn the reading direction, as their numbers. */
export function visible(text: string): string {
  return text.replaceAll(EVERY_UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Whether a text holds a character that its reader would not see. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** A text without the characters that its reader would not see. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(EVERY_UNSEEN, '');
}

import type { MatchType } from '../ports/ad-platform.ts';

/** A keyword, or a negative keyword, as far as others are compared with it. */
export interface Worded {
  text: string;
  match_type: MatchType;
}

/**
 * A text as it is compared: in Unicode's lower case, of no particular language. Google Ads does not tell more than that
 * case does not matter. Nothing else is folded, so that no two are taken for one that it may tell apart.
 */
export function folded(text: string): string {
  return text.toLowerCase();
}

/** Two keywords are the same when they differ in nothing but case. */
export function isSameKeyword(one: Worded, other: Worded): boolean {
  return one.match_type === other.match_type && folded(one.text) === folded(other.text);
}

/** The same for keywords that are the same, and for no others: many are found by it at once. */
export function keywordKey({ text, match_type }: Worded): string {
  return `${match_type} ${folded(text)}`;
}

const MOST_WORDS = 10;
const REFUSED_CHARACTERS = /[!@%^()={};~`<>?\\|,]/;

/** The same rule for those who look for such a keyword among many: a pattern of characters, and a number of words. */
export const REFUSED = { characters: REFUSED_CHARACTERS.source, mostWords: MOST_WORDS };

/** Why Google Ads would not take such a keyword; undefined as far as nothing is known against it. */
export function whyRefused(text: string): string | undefined {
  if (text.split(' ').length > MOST_WORDS) return `Google Ads takes at most ${MOST_WORDS} words.`;
  const [character] = REFUSED_CHARACTERS.exec(text) ?? [];
  return character && `Google Ads takes no ${character} in a keyword.`;
}

/** The same rows with their texts as they are compared, for stores that compare them. */
export function withFolded<Row extends { text: string }>(rows: readonly Row[]): (Row & { folded: string })[] {
  return rows.map((row) => ({ ...row, folded: folded(row.text) }));
}

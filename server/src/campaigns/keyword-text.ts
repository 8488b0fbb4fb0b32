import type { KeywordText, MatchType } from '../ports/ad-platform.ts';

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

/**
 * The same for keywords that are the same, which is when they differ in nothing but case, and for no others. Lists are
 * compared by it, never each with each: an ad may have thousands.
 */
export function keywordKey({ text, match_type }: Worded): string {
  return `${match_type} ${folded(text)}`;
}

/** The same for what is the same negative keyword in the same place: on an ad, or null for the whole campaign. */
export function keyIn(place: string | number | null, negative: Worded): string {
  return `${place} ${keywordKey(negative)}`;
}

/** The platform's ids of what it has, by what it says; of several that say the same, the first. */
export function idsByKeyword(there: readonly (KeywordText & { id: string })[]): ReadonlyMap<string, string> {
  return new Map(
    there.toReversed().map(({ id, text, matchType }) => [keywordKey({ text, match_type: matchType }), id]),
  );
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

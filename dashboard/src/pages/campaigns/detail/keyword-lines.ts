import { folded, whyRefused } from '../../../../../server/src/campaigns/keyword-text.ts';

export type MatchType = 'phrase' | 'exact' | 'broad';

/** A keyword as it is edited. */
export interface Worded {
  text: string;
  match_type: MatchType;
}

/** Keywords as marketers write them, one a line: [exact], "phrase", broad. */
export function linesOf(keywords: readonly { text: string; match_type: string }[]): string {
  return keywords.map(({ text, match_type }) => lineOf(text, match_type)).join('\n');
}

function lineOf(text: string, matchType: string): string {
  if (matchType === 'exact') return `[${text}]`;
  return matchType === 'phrase' ? `"${text}"` : text;
}

/** Reads such lines; the same keyword twice counts once. */
export function keywordsIn(lines: string): Worded[] {
  const found = lines.split('\n').flatMap((line): Worded[] => {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    const exact = /^\[(.+)\]$/.exec(text)?.[1];
    const phrase = /^["“](.+)["”]$/.exec(text)?.[1];
    if (exact) return [{ text: exact.trim(), match_type: 'exact' }];
    if (phrase) return [{ text: phrase.trim(), match_type: 'phrase' }];
    return text === '' ? [] : [{ text, match_type: 'broad' }];
  });
  return [...new Map(found.map((one) => [`${folded(one.text)} ${one.match_type}`, one])).values()];
}

/** What the ad platform is known not to take of them. */
export function refusedAmong(keywords: readonly Worded[]): string[] {
  return keywords.flatMap(({ text }) => {
    const why = whyRefused(text);
    return why ? [`“${text}”: ${why}`] : [];
  });
}

/** What was refused of a line, with its text: the place of a line says little to whoever typed it. */
export function quoted(text: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `“${text}”: ${problem}.`);
}

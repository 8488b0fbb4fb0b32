/** What the ad platform takes, in its own count of characters. */
export const LIMITS = {
  headline: 30,
  description: 90,
  path: 15,
  sitelinkText: 25,
  sitelinkLine: 35,
  callout: 25,
  keyword: 80,
  keywordWords: 10,
} as const;

/** How many of each an ad or a campaign holds. */
export const COUNTS = {
  headlines: { least: 3, most: 15 },
  descriptions: { least: 2, most: 4 },
  keywords: { most: 20, exact: 4 },
  sitelinks: { most: 6 },
  callouts: { most: 8 },
  ads: { most: 20 },
} as const;

/** Characters of East Asian scripts and their full-width forms. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The length of a text as the ad platform counts it: wide characters take two places. */
export function adLength(text: string): number {
  let length = 0;
  for (const character of text) length += WIDE.test(character) ? 2 : 1;
  return length;
}

/** Whether a text is there and short enough. */
export function fits(text: string, most: number): boolean {
  return text.trim() !== '' && adLength(text) <= most;
}

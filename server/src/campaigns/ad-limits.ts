/** What the ad platform takes as an ad, a sitelink and a callout, in its own count of characters. */
export const HEADLINES = { min: 3, max: 15, length: 30 };
export const DESCRIPTIONS = { min: 2, max: 4, length: 90 };
export const PATH_LENGTH = 15;
export const SITELINK = { text: 25, description: 35, max: 20 };
export const CALLOUT = { text: 25, max: 20 };

/** Characters of East Asian scripts, their full-width forms and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The length of a text as the platform counts it: wide characters take two places. */
export function adLength(text: string): number {
  let length = 0;
  for (const character of text) length += WIDE.test(character) ? 2 : 1;
  return length;
}

/** Whether a text is there and short enough. */
export function fits(text: string, most: number): boolean {
  return text.trim() !== '' && adLength(text) <= most;
}

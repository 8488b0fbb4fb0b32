import { CALLOUT, DESCRIPTIONS, HEADLINES, PATH_LENGTH, SITELINK } from '../campaigns/ad-limits.ts';

/** How long each text may be, in the ad platform's own count of characters. */
export const LIMITS = {
  headline: HEADLINES.length,
  description: DESCRIPTIONS.length,
  path: PATH_LENGTH,
  sitelinkText: SITELINK.text,
  sitelinkLine: SITELINK.description,
  callout: CALLOUT.text,
  keyword: 80,
  keywordWords: 10,
} as const;

/** How many of each a first draft holds; the platform would take more of some. */
export const COUNTS = {
  headlines: { least: HEADLINES.min, most: HEADLINES.max },
  descriptions: { least: DESCRIPTIONS.min, most: DESCRIPTIONS.max },
  keywords: { most: 20, exact: 4 },
  sitelinks: { most: 6 },
  callouts: { enough: 4, most: 8 },
  ads: { most: 20 },
} as const;

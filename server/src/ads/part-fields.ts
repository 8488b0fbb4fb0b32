import { z } from 'zod';
import { hasUnseen } from '../base/unseen.ts';
import { adLength, CALLOUT, DESCRIPTIONS, HEADLINES, PATH_LENGTH, SITELINK } from '../campaigns/ad-limits.ts';
import { folded, whyRefused } from '../campaigns/keyword-text.ts';
import { webAddress } from '../websites/web-address-field.ts';

const LONGEST_KEYWORD = 80;
const MOST_KEYWORDS = 200;
const MOST_PLACES = 100;
const LONGEST_NAME = 255;
const RADIUS_KM = { min: 1, max: 800 };

/** A text of an ad, of at most so many characters as the platform counts them. */
function adText(most: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .refine((text) => adLength(text) <= most, `must have at most ${most} characters; wide ones count double`)
    .refine((text) => !hasUnseen(text), 'must be one line, of characters that can be seen');
}

const isDistinct = (texts: readonly string[]) => new Set(texts.map(folded)).size === texts.length;
const DISTINCT = 'must not hold the same text twice';

export const headlines = z.array(adText(HEADLINES.length)).max(HEADLINES.max).refine(isDistinct, DISTINCT);
export const descriptions = z.array(adText(DESCRIPTIONS.length)).max(DESCRIPTIONS.max).refine(isDistinct, DISTINCT);
/** A part of the address that an ad shows. */
export const path = adText(PATH_LENGTH).refine((text) => !/[\s/]/.test(text), 'must hold no space and no slash');

/** A number in the path of a request. */
export const adId = z.int().positive();

const keyword = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
    .min(1)
    .max(LONGEST_KEYWORD)
    .refine((text) => !hasUnseen(text), 'must hold nothing that cannot be seen')
    .refine((text) => whyRefused(text) === undefined, {
      error: ({ input }) => whyRefused(String(input)) ?? 'is refused',
    }),
  match_type: z.enum(['phrase', 'exact', 'broad']),
});
export const keywords = z
  .array(keyword)
  .max(MOST_KEYWORDS)
  .refine((list) => isDistinct(list.map(({ text, match_type }) => `${text} ${match_type}`)), DISTINCT);

const sitelink = z
  .strictObject({
    text: adText(SITELINK.text),
    description1: adText(SITELINK.description).nullable().default(null),
    description2: adText(SITELINK.description).nullable().default(null),
    url: webAddress,
  })
  .refine(({ description1, description2 }) => (description1 === null) === (description2 === null), {
    message: 'must have two descriptions or none',
  });
export const sitelinks = z
  .array(sitelink)
  .max(SITELINK.max)
  .refine((list) => isDistinct(list.map(({ text }) => text)), DISTINCT);
export const callouts = z.array(adText(CALLOUT.text)).max(CALLOUT.max).refine(isDistinct, DISTINCT);

const placeName = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !hasUnseen(text));
const place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('location'), name: placeName, geo_target_id: z.string().max(12).regex(/^\d+$/) }),
  z.strictObject({
    kind: z.literal('radius'),
    name: placeName,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    radius_km: z.number().min(RADIUS_KM.min).max(RADIUS_KM.max),
  }),
]);
export const places = z.array(place).max(MOST_PLACES);

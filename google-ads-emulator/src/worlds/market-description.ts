import { z } from 'zod';

/** How much demand a keyword's own text stands for, and how good it is; the numbers are in `src/market/natures.ts`. */
export const NATURES = [
  'core',
  'steady',
  'longtail',
  'gem',
  'high_cpc',
  'no_conv',
  'waste_magnet',
  'zero_impr',
] as const;
/** One of them. */
export type Nature = (typeof NATURES)[number];

const rate = z.number().min(0).max(1);
const price = z.number().positive();
const daysAgo = z.int().min(0);

/** What people search for, one by one: the price and the rates are absolute, and those of `base` where left out. */
const term = z.strictObject({
  text: z.string().trim().toLowerCase().min(1),
  /** Searches a month. */
  searches: z.number().positive(),
  cpc: price.optional(),
  ctr: rate.optional(),
  cvr: rate.optional(),
  /** What the term is, in a word or two; the ground truth repeats it. */
  kind: z.string().min(1).optional(),
  /** Broad keywords that hold all words of one of these reach the term by its meaning. */
  reached_by: z.array(z.string().min(1)).default([]),
  /** Nobody who clicked before that converted. */
  converts_since_days_ago: daysAgo.optional(),
});

/** Searches that belong together: each head, and each head in the forms of the word lists named. */
const theme = term.omit({ text: true }).extend({
  heads: z.array(z.string().trim().toLowerCase().min(1)).min(1),
  words: z.array(z.string()).default([]),
});

/** Ways in which people put a search: `* near me`. Prices and rates are multiples of those of the theme. */
const wordList = z.strictObject({
  forms: z.array(z.string().regex(/^(.+ )?\*( .+)?$/, 'must hold one * for the search, as in "* near me"')).min(1),
  /** Its part of a theme's searches, relative to the other lists; the head itself has 1. */
  share: z.number().positive(),
  cpc: z.number().positive().default(1),
  ctr: z.number().positive().default(1),
  cvr: z.number().min(0).default(1),
  kind: z.string().min(1).optional(),
});

/** What the people in an account's market search for, what a click costs there and how often one converts. */
export const marketDescription = z.strictObject({
  /** The price of a click in the account's currency, the click and conversion rates, the value of a conversion. */
  base: z.strictObject({
    cpc: price,
    ctr: rate.refine((value) => value > 0, 'must be above 0'),
    cvr: rate,
    value: price,
  }),
  words: z.record(z.string(), wordList).default({}),
  themes: z.array(theme).default([]),
  terms: z.array(term).default([]),
  /** Saturdays and Sundays compared with the other days. */
  weekend: z
    .strictObject({ searches: z.number().positive().default(0.77), cvr: z.number().positive().default(0.85) })
    .default({ searches: 0.77, cvr: 0.85 }),
  /** How far conversion rates wander from their average in the course of months, at most; 0.2 is a fifth. */
  drift: z.number().min(0).max(0.5).default(0.2),
  /** The demand that a keyword brings whose words nobody in the market uses: 0 for none, 1 for that of its nature. */
  unlisted: z.number().min(0).default(0),
});

/** A market that was checked, with all defaults filled in. */
export type MarketDescription = z.output<typeof marketDescription>;
/** A term that was checked. */
export type TermDescription = z.output<typeof term>;
/** A list of words that was checked. */
export type WordList = z.output<typeof wordList>;

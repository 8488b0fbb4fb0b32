import { invalid } from '../google-error.ts';
import type { JsonObject } from '../json.ts';
import { listAt, textAt } from '../json.ts';
import { hash, mix, Random } from '../market/random.ts';
import type { TermDraft } from '../market/term.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import type { GenerateKeywordIdeaResponse, GenerateKeywordIdeaResult, MonthlySearchVolume } from '../wire.gen.ts';

/** Keyword ideas: what people in the account's market search for around the seeds, with their volumes and prices. */
export function generateKeywordIdeas(
  { market }: PerformanceModel,
  body: JsonObject,
  now: number,
): GenerateKeywordIdeaResponse {
  const seeds = seedsOf(body);
  if (seeds.length === 0) {
    invalid({ keywordPlanIdeaError: 'INVALID_VALUE' }, 'A seed is required: keywords, a url or a site.');
  }
  const terms = new Map(seeds.flatMap((seed) => market.near(seed)).map((term) => [term.text, term]));
  const results = [...terms.values()].map((term) => idea(market.seed, term, now));
  return { results, totalSize: String(results.length) };
}

function seedsOf(body: JsonObject): string[] {
  const keywords = [...listAt(body, 'keywordSeed', 'keywords'), ...listAt(body, 'keywordAndUrlSeed', 'keywords')];
  if (keywords.length > 0) return keywords.map((keyword) => String(keyword).toLowerCase());
  const address =
    textAt(body, 'urlSeed', 'url') || textAt(body, 'keywordAndUrlSeed', 'url') || textAt(body, 'siteSeed', 'site');
  const words = address.replace(/^https?:\/\/(www\.)?[\d.:]*/, '').split(/[^a-z]+/i);
  const phrase = words
    .filter((word) => word.length > 3 && !COMMON.includes(word))
    .slice(0, 3)
    .join(' ');
  return phrase === '' ? [] : [phrase.toLowerCase()];
}

function idea(seed: number, { text, searches, cpc }: TermDraft, now: number): GenerateKeywordIdeaResult {
  const random = new Random(mix(seed, hash(`idea|${text}`)));
  const volume = VOLUMES.findLast((step) => step <= searches) ?? 0;
  const competition = Math.floor(random.next() * 101);
  const [low, high] = [cpc * (0.55 + 0.2 * random.next()), cpc * (1.1 + 0.5 * random.next())];
  return {
    text,
    keywordIdeaMetrics: {
      avgMonthlySearches: String(volume),
      monthlySearchVolumes: lastTwelveMonths(now, volume, random),
      competition: competition > 66 ? 'HIGH' : competition > 33 ? 'MEDIUM' : 'LOW',
      competitionIndex: String(competition),
      lowTopOfPageBidMicros: String(Math.round(low * 100) * 10_000),
      highTopOfPageBidMicros: String(Math.round(high * 100) * 10_000),
    },
  };
}

function lastTwelveMonths(now: number, volume: number, random: Random): MonthlySearchVolume[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = new Date(now);
    month.setUTCDate(1);
    month.setUTCMonth(month.getUTCMonth() - 12 + index);
    const monthlySearches = String(Math.round((volume * random.around1(0.15)) / 10) * 10);
    const name = MONTHS[month.getUTCMonth()] ?? 'JANUARY';
    return { year: String(month.getUTCFullYear()), month: name, monthlySearches };
  });
}

const COMMON = ['http', 'https', 'sites', 'example', 'html', 'test', 'localhost'];
/** Google tells volumes in steps. */
const VOLUMES = [
  0, 10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880, 1000, 1300, 1600, 1900,
];
const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

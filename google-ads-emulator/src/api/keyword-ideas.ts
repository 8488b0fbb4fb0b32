import { invalid } from '../google-error.ts';
import type { JsonObject } from '../json.ts';
import { listAt, textAt } from '../json.ts';
import { hash, mix, Random } from '../metrics/random.ts';
import type { Account } from '../store/account.ts';
import type { GenerateKeywordIdeaResponse, GenerateKeywordIdeaResult, MonthlySearchVolume } from '../wire.gen.ts';

/** Keyword ideas around seed keywords or the words of an address, with repeatable volumes and bids. */
export function generateKeywordIdeas(account: Account, body: JsonObject, now: number): GenerateKeywordIdeaResponse {
  const seeds = seedsOf(body);
  if (seeds.length === 0) {
    invalid({ keywordPlanIdeaError: 'INVALID_VALUE' }, 'A seed is required: keywords, a url or a site.');
  }
  const texts = new Set(seeds.flatMap((seed) => PATTERNS.map((pattern) => pattern.replace('*', seed))));
  const results = [...texts].map((text) => idea(account, text, now));
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

function idea(account: Account, text: string, now: number): GenerateKeywordIdeaResult {
  const random = new Random(mix(hash(account.id), hash(`idea|${text}`)));
  const volume = VOLUMES[Math.floor(random.next() * VOLUMES.length)] ?? 10;
  const competition = Math.floor(random.next() * 101);
  const low = Math.round((0.6 + 3 * random.next()) * 100) * 10_000;
  const high = Math.round((low * (1.6 + 1.6 * random.next())) / 10_000) * 10_000;
  return {
    text,
    keywordIdeaMetrics: {
      avgMonthlySearches: String(volume),
      monthlySearchVolumes: lastTwelveMonths(now, volume, random),
      competition: competition > 66 ? 'HIGH' : competition > 33 ? 'MEDIUM' : 'LOW',
      competitionIndex: String(competition),
      lowTopOfPageBidMicros: String(low),
      highTopOfPageBidMicros: String(high),
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

const PATTERNS = [
  '*',
  '* near me',
  '* cost',
  '* service',
  '* company',
  'best *',
  'affordable *',
  '* prices',
  '* quote',
  'local *',
  '* reviews',
  'emergency *',
];
const COMMON = ['http', 'https', 'sites', 'example', 'html', 'test', 'localhost'];
const VOLUMES = [10, 20, 50, 110, 260, 590, 1300, 2900, 6600];
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

import type { TermFacts } from '../../src/detection/evidence.ts';
import { figures, LATEST, TARGET, term } from './evidence.ts';
import { Luck } from './luck.ts';

/** A made-up market: what is searched, what it costs, and the truth behind each term that no report tells. */
export interface Market {
  terms: TermFacts[];
  /** Conversions for each target's worth of cost: 1 is on target, below 0.5 a conversion costs more than two targets. */
  rates: ReadonlyMap<number, number>;
}

export interface MarketKind {
  seed: number;
  /** How many of the words beside the service are waste, and how well the others do. */
  wasteWords: number;
  mean: number;
  spread: number;
  /** The cost of the middle term, in targets. */
  median: number;
}

const SERVICES = [
  'plumber',
  'drain cleaning',
  'water heater repair',
  'leak detection',
  'sewer repair',
  'toilet repair',
];
const GOOD = [
  'near me', 'cost', 'emergency', '24 hour', 'austin', 'company', 'best', 'same day', 'licensed', 'quote', 'commercial',
  'residential', 'weekend', 'round rock', 'affordable', 'prices', 'installation', 'replacement', 'service', 'top rated',
]; // biome-ignore format: one list
/** The first half are words that everybody knows for waste, the second half only this market's. */
const WASTE = [
  'jobs', 'salary', 'diy', 'free', 'training', 'youtube', 'school', 'used',
  'simulator', 'clipart', 'crossword', 'costume', 'meme', 'lyrics', 'ringtone', 'puzzle',
]; // biome-ignore format: one list

/** Terms of a service with up to two words beside it; one waste word makes the whole term waste. */
export function marketOf({ seed, wasteWords, mean, spread, median }: MarketKind): Market {
  const luck = new Luck(seed);
  const waste = new Set(
    Array.from({ length: wasteWords }, (_, n) => WASTE[n % 2 === 0 ? n / 2 : 8 + (n - 1) / 2] ?? ''),
  );
  const words = [...GOOD, ...waste];
  const worth = new Map(words.map((word) => [word, waste.has(word) ? 0 : luck.gamma(spread) / spread]));
  const rates = new Map<number, number>();
  const texts = new Set<string>();
  for (const service of SERVICES) {
    texts.add(service);
    for (const word of words) texts.add(`${service} ${word}`);
    for (let n = 0; n < 25; n += 1) texts.add(`${luck.pick(words)} ${service} ${luck.pick(words)}`);
  }
  const terms = [...texts].map((text, id) => {
    const held = words.filter((word) => ` ${text} `.includes(` ${word} `));
    const rate = held.reduce((product, word) => product * (worth.get(word) ?? 1), mean);
    const targets = median * Math.exp(1.3 * luck.normal());
    const conversions = luck.poisson(targets * rate);
    rates.set(id, rate);
    const all = figures({ impressions: 1000, clicks: Math.ceil(targets * 20), cost: targets * TARGET, conversions });
    return term(id, text, all, { window: all, firstSeenDay: LATEST - 60 });
  });
  return { terms, rates };
}

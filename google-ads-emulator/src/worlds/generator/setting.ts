import type { Random } from '../../market/random.ts';
import { between, inventedName, pick, shuffled } from './names.ts';
import { LANGUAGES, type Language, type Trade } from './trades/trade.ts';
import { TRADES } from './trades/trades.ts';

/** A way to put a search, and what comes of it. */
export interface Form {
  form: string;
  kind: string;
  /** Multiples of the usual conversion rate; 0 is never. */
  cvr: number;
}

/** What a generated business is, before it has campaigns. */
export interface Setting {
  trade: Trade;
  language: Language;
  place: Language['markets'][number];
  brand: string;
  rivals: readonly string[];
  /** Prices in the account's currency, and rates. */
  base: { cpc: number; ctr: number; cvr: number; value: number };
  good: readonly Form[];
  bad: readonly Form[];
  /** The part of the cost that goes to terms that are never worth their price. */
  wasteShare: number;
  weekend: { searches: number; cvr: number };
  drift: number;
}

/** Draws a business. Even seeds and odd ones never share a trade, so that what was learnt on one half proves nothing on the other. */
export function drawSetting(seed: number, random: Random): Setting {
  const trade = pick(
    random,
    TRADES.filter((_, index) => index % 2 === seed % 2),
  );
  const language: Language = LANGUAGES[trade.language];
  const place = pick(random, language.markets);
  const cpc = between(random, 0.7, 7) * place.priceLevel;
  const cvr = between(random, 0.035, 0.15);
  const towns = Array.from({ length: 11 }, () => inventedName(random));
  const rivals = Array.from({ length: 4 }, () => inventedName(random));
  const doubtful = shuffled(random, language.doubtful);
  const trap = Math.ceil(doubtful.length * (0.35 + 0.4 * random.next()));
  return {
    trade,
    language,
    place,
    brand: inventedName(random),
    rivals,
    base: { cpc, ctr: between(random, 0.045, 0.1), cvr, value: (cpc / cvr) * between(random, 2, 8) },
    good: [
      ...language.asking.map((form) => ({ form, kind: 'offered', cvr: between(random, 0.75, 1.25) })),
      ...towns.slice(0, 5).map((town) => ({ form: `* ${town}`, kind: 'offered', cvr: between(random, 0.85, 1.2) })),
      ...doubtful.slice(trap).map((form) => ({ form, kind: 'offered', cvr: between(random, 0.7, 1.3) })),
    ],
    bad: [
      ...doubtful.slice(0, trap).map((form) => ({ form, kind: 'no customer', cvr: rarely(random) })),
      ...towns.slice(5).map((town) => ({ form: `* ${town}`, kind: 'town not served', cvr: rarely(random) })),
      ...rivals.map((rival) => ({ form: `${rival} *`, kind: "someone else's brand", cvr: rarely(random) })),
    ],
    wasteShare: between(random, 0.13, 0.22),
    weekend: { searches: between(random, 0.5, 1.3), cvr: between(random, 0.6, 1.2) },
    drift: between(random, 0.08, 0.3),
  };
}

/** Waste converts never, or hardly ever. */
export function rarely(random: Random): number {
  return random.next() < 0.65 ? 0 : 0.02 + 0.1 * random.next();
}

import type { Lexicon } from './lexicon.ts';

const NEVER = /$(?!)./;

/** Any language without a lexicon: its own words are quoted, and nothing is said that would need grammar. */
export function otherLanguage(language: string): Lexicon {
  return {
    language,
    titleCase: false,
    functionWords: new Set(),
    glue: new Set(['5']),
    say: {
      inPlace: (what, place) => `${what} ${place}`,
      serving: (places) => places.join(', '),
      alsoIn: (places) => places.join(', '),
      rating: (value, scale) => `${value}/${scale}`,
      ratingWithCount: (value, count) => `${value}/5 (${count})`,
      since: () => '',
      from: () => '',
      official: () => [],
      list: (items) => items.join(', '),
      colon: ': ',
      stop: '.',
    },
    find: {
      promise: /\b(24\/7|24h|online)\b|\d/i,
      proof: /\bISO \d/i,
      phrases: [/\bISO \d{4,5}(?::\d{4})?\b/gi, /\b24\/7\b/g],
      from: NEVER,
      condition: NEVER,
      onlyCondition: NEVER,
      priceHead: /^(?:pre[çc]os?|prezz[oi]|prijs|prijzen|cen[ay]|pris(?:er)?|hinta|fiyat|price)$/i,
      notPaid: NEVER,
      negation: NEVER,
      since: NEVER,
      areas: NEVER,
      notOffered: NEVER,
      hours: NEVER,
      until: NEVER,
      dangling: NEVER,
      action: /\S/,
      plainHeading: NEVER,
      and: NEVER,
      wrapping: NEVER_ALL,
      cut: NEVER,
      urgent: NEVER,
      superlative: NEVER,
      guarantee: NEVER,
      free: NEVER,
    },
    whose: {
      // Near the end, as in “Non offriamo”; “non solo pizza” denies nothing.
      denial:
        /(?<!\p{L})(?:não|non|niet|geen|nie|inte|ikke|ingen|değil)(?!\p{L}|\s+(?:só|solo|alleen|tylko|bara|kun)(?!\p{L}))(?:\s+[\p{L}\p{M}’']+){0,2}\P{L}*$/iu,
      not: NEVER,
      others: NEVER,
      ours: NEVER,
      verb: NEVER,
    },
    keywords: {
      near: [],
      cost: [],
      online: [],
      toBuy: () => [],
      company: [],
      // Which words promise nobody knows here: each of them may.
      more: /\S/,
      withPlace: (what, place) => `${what} ${place}`,
      trade: NEVER,
      ofTrade: (what, trade) => `${what} ${trade}`,
      negatives: ['jobs', 'youtube', 'wiki'],
    },
  };
}

const NEVER_ALL = /$(?!)./g;

import type { AccountDraft } from '../description.ts';

/** What people in Berlin search for in English when a tooth is missing or the back hurts. */
export const GLOBEX_MARKET: AccountDraft['market'] = {
  base: { cpc: 2.3, ctr: 0.07, cvr: 0.095, value: 420 },
  weekend: { searches: 0.8, cvr: 0.7 },
  unlisted: 0.25,
  words: {
    places: {
      forms: ['* berlin', '* near me', '* berlin mitte', '* potsdam', '* charlottenburg', '* prenzlauer berg'],
      share: 0.9,
      cvr: 1.05,
    },
    asking: {
      forms: ['* cost', 'best *', '* price', '* reviews', '* appointment', '* english speaking', '* with insurance'],
      share: 0.6,
      cvr: 0.9,
    },
    thrift: { forms: ['free * consultation', 'cheap *', '* payment plan', '* without deposit'], share: 0.2, cvr: 1.15 },
    rare: {
      forms: [
        'best * berlin',
        'affordable * potsdam',
        '* kreuzberg',
        '* neukoelln english',
        'trusted * mitte',
        '* friedrichshain reviews',
        '* open saturday',
        '* for seniors',
      ],
      share: 0.1,
    },
    far: {
      forms: ['* istanbul', '* budapest', '* munich', '* szczecin', '* hamburg'],
      share: 0.16,
      cvr: 0.03,
      kind: 'town not served',
    },
    rivals: {
      forms: ['* charite', '* zahnzentrum', '* dentakademie', '* allianz'],
      share: 0.07,
      cvr: 0.05,
      kind: "someone else's brand",
    },
    students: {
      forms: ['* course', '* degree', '* model', '* images'],
      share: 0.06,
      cvr: 0,
      kind: 'no customer',
    },
    brand: { forms: ['* hours', '* directions', '* booking', '* doctors'], share: 0.5 },
  },
  themes: [
    {
      heads: ['hip replacement recovery', 'tooth gap jewellery', 'tooth fairy letter', 'replacement brush heads'],
      searches: 600,
      cvr: 0,
      kind: 'homonym',
      reached_by: ['tooth replacement'],
    },
    {
      heads: ['dentures online', 'snap on veneers', 'invisible braces'],
      searches: 650,
      cpc: 2.5,
      cvr: 0.004,
      kind: 'product not sold',
      reached_by: ['tooth replacement', 'dental implant specialist'],
    },
    {
      heads: ['hearing implant specialist', 'breast implant consultation', 'hair implant berlin'],
      searches: 450,
      cpc: 2.9,
      cvr: 0,
      kind: 'homonym',
      reached_by: ['dental implant specialist'],
    },
    {
      heads: ['veterinary physiotherapy', 'physiotherapy equipment', 'occupational therapy berlin'],
      searches: 700,
      cvr: 0.003,
      kind: 'product not sold',
      reached_by: ['physiotherapy'],
    },
    {
      heads: ['fixed teeth in one day', 'tooth implant without pain'],
      searches: 650,
      cvr: 0.17,
      kind: 'promising',
      words: ['places'],
      reached_by: ['tooth replacement'],
    },
    {
      heads: ['same day crown', 'gum treatment', 'sinus lift'],
      searches: 1500,
      cvr: 0.1,
      kind: 'nobody bids on it',
      words: ['places'],
    },
  ],
  terms: [
    {
      text: 'mini implants lower jaw',
      searches: 480,
      cvr: 0.18,
      kind: 'converts since last week',
      reached_by: ['dental implant specialist'],
      converts_since_days_ago: 7,
    },
    {
      text: 'free second opinion dentist',
      searches: 300,
      cvr: 0.19,
      kind: 'promising',
      reached_by: ['dental implant specialist'],
    },
  ],
};

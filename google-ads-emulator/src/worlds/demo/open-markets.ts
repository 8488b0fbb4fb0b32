import type { AccountDraft } from '../description.ts';

type MarketDraft = NonNullable<AccountDraft['market']>;

/** Ways in which people put any search, for accounts whose campaigns are still to come. */
const WORDS: MarketDraft['words'] = {
  places: { forms: ['* near me', '* texas', '* online', '* downtown'], share: 0.8 },
  asking: { forms: ['* cost', 'best *', '* reviews', '* quote', 'top *', '* pricing'], share: 0.6, cvr: 0.9 },
  thrift: { forms: ['free *', 'cheap *'], share: 0.12 },
  rare: {
    forms: ['best * near me', 'affordable * texas', '* for beginners', '* with reviews', 'trusted * online'],
    share: 0.08,
  },
  elsewhere: { forms: ['* london', '* toronto', '* sydney'], share: 0.2, cvr: 0.03, kind: 'town not served' },
  pastime: { forms: ['* meaning', '* game', '* logo', '* jobs'], share: 0.15, cvr: 0, kind: 'no customer' },
};

/** A software company without campaigns yet: whatever it bids on finds its demand. */
export const INITECH_MARKET: MarketDraft = {
  base: { cpc: 3.4, ctr: 0.06, cvr: 0.08, value: 260 },
  weekend: { searches: 0.5, cvr: 0.6 },
  words: WORDS,
  unlisted: 1,
};

/** A law firm without campaigns yet. */
export const UMBRELLA_MARKET: MarketDraft = {
  base: { cpc: 6.5, ctr: 0.05, cvr: 0.07, value: 900 },
  words: WORDS,
  unlisted: 1,
};

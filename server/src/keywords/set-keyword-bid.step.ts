import { saveKeywordBids } from '../campaigns/keyword-edit.store.ts';
import { keywordEdit, type Wish } from './keyword-edit.ts';

/** Gives keywords a bid of their own, another one, or none: then the bid of their ad holds. */
export const setKeywordBid = keywordEdit({
  op: 'set_keyword_bid',
  property: 'bid',
  isAmount: true,
  here: ({ cpc_bid }) => cpc_bid,
  there: ({ cpcBid }) => cpcBid,
  save(own, campaignId, keywords) {
    const bids = keywords.map(({ keyword_id: id, to }) => ({ id, cpc_bid: to }));
    return saveKeywordBids(own, campaignId, bids);
  },
  tell: (account, missing, found) =>
    account.setKeywordBids(missing.map(bidOf), { allOrNothing: true, found: found.map(bidOf) }),
});

function bidOf({ id, to }: Wish) {
  return { id, cpcBid: to };
}

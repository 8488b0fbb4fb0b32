import type { Term } from '../market/term.ts';

/** How a keyword bids at a moment: its own price for a click, or a target that Google bids for; 0 where there is none. */
export interface Bidding {
  isManual: boolean;
  bid: number;
  targetCpa: number;
}

/** What bidding so brings: the share of auctions won, and the price of a click. */
export interface AuctionResult {
  share: number;
  price: number;
}

/** Tighter targets and lower bids win fewer auctions, at lower prices; what a click costs at all is up to the term. */
export function auction(term: Term, bidding: Bidding, usualCpa: number): AuctionResult {
  if (bidding.isManual && bidding.bid > 0) return manualAuction(term.cpc, bidding.bid);
  const pressure = bidding.targetCpa > 0 ? clamp((bidding.targetCpa / usualCpa) ** 0.6, 0.35, 1.3) : 1;
  return { share: Math.min(MOST, USUAL_SHARE * pressure), price: term.cpc * pressure ** 0.5 };
}

/** Nobody pays more than the bid, and the more one bids the less of it one pays. */
function manualAuction(usualPrice: number, bid: number): AuctionResult {
  const strength = bid / (usualPrice * USUAL_BID);
  const share = Math.min(MOST, USUAL_SHARE * clamp(strength ** 0.7, 0.02, 1.6));
  return { share, price: Math.min(bid, usualPrice * strength ** (strength < 1 ? 0.8 : 0.5)) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

const USUAL_SHARE = 0.58;
const MOST = 0.95;
/** The bid, as a multiple of the usual price, that wins the usual share at that price. */
const USUAL_BID = 1.25;

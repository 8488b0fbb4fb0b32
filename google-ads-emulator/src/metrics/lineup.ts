import type { JsonObject } from '../json.ts';
import { numberAt, textAt } from '../json.ts';
import type { Market } from '../market/market.ts';
import type { Term } from '../market/term.ts';
import type { Account } from '../store/account.ts';
import { auction, type Bidding } from './auction.ts';
import type { Claims, StreamClaim } from './claims.ts';
import type { Stream } from './leaf.ts';

/** A keyword that shows for a term: for its part of the searches, up to `upTo` of 1, at what its bidding brings. */
export interface Contender {
  stream: Stream;
  upTo: number;
  /** Its part of the term's searches. */
  part: number;
  share: number;
  price: number;
}

/** What a lineup is made from. */
export interface LineupParts {
  account: Account;
  market: Market;
  claims: Claims;
}

/** Who shows for which term at an instant, until the next change: found out for a term when somebody searches for it. */
export class Lineup {
  readonly at: number;
  readonly #parts: LineupParts;
  readonly #usualCpa: number;
  readonly #contenders = new Map<Term, readonly Contender[]>();
  readonly #biddings = new Map<string, Bidding | undefined>();
  readonly #blocked = new Map<string, ReadonlySet<Term>>();
  readonly #budgets = new Map<string, number>();

  constructor(parts: LineupParts, at: number) {
    this.#parts = parts;
    this.at = at;
    const { base } = parts.market.description;
    this.#usualCpa = (base.cpc / Math.max(base.cvr, LOWEST_RATE)) * USUAL_TARGET;
  }

  of(term: Term): readonly Contender[] {
    const known = this.#contenders.get(term);
    if (known) return known;
    const made = term.since > this.at ? [] : this.#contend(term);
    this.#contenders.set(term, made);
    return made;
  }

  /** The daily budget of a campaign in micros. */
  budgetOf(campaign: string): number {
    const known = this.#budgets.get(campaign);
    if (known !== undefined) return known;
    const budget = this.#state(textAt(this.#state(campaign), 'campaignBudget'));
    const micros = budget?.status === 'REMOVED' ? 0 : numberAt(budget, 'amountMicros');
    this.#budgets.set(campaign, micros);
    return micros;
  }

  /** What a stream would bring at this instant, were it live. */
  auctionOf(stream: Stream): { share: number; price: number } {
    return auction(stream.term, this.#biddingOf(stream), this.#usualCpa);
  }

  isLive(stream: Stream): boolean {
    return this.#liveBidding(stream) !== undefined && !this.#isBlocked(stream);
  }

  /** Shares of a term add up to one, whoever takes part: more keywords do not make more searches. */
  #contend(term: Term): Contender[] {
    const live = this.#parts.claims.ofTerm(term).filter(({ stream }) => this.isLive(stream));
    const owners = live.filter(({ isOwn }) => isOwn);
    const rivals = owners.length > 0 ? owners : live;
    const total = rivals.reduce((sum, { weight }) => sum + weight, 0);
    let upTo = 0;
    return rivals.map(({ stream, weight }: StreamClaim) => {
      upTo += weight / total;
      const part = weight / total;
      return { stream, upTo, part, ...auction(term, this.#liveBidding(stream) ?? NO_BIDDING, this.#usualCpa) };
    });
  }

  #isBlocked({ campaign, adGroup, term }: Stream): boolean {
    return this.#blockedIn(campaign).has(term) || this.#blockedIn(adGroup).has(term);
  }

  #blockedIn(scope: string): ReadonlySet<Term> {
    const known = this.#blocked.get(scope);
    if (known) return known;
    const blocked = new Set<Term>();
    for (const name of this.#parts.claims.negativesOf(scope)) {
      const negative = this.#state(name);
      if (!negative || negative.status === 'REMOVED') continue;
      const [text, matchType] = [textAt(negative, 'keyword', 'text'), textAt(negative, 'keyword', 'matchType')];
      for (const term of this.#parts.market.termsBlockedBy(text, matchType)) blocked.add(term);
    }
    this.#blocked.set(scope, blocked);
    return blocked;
  }

  /** How a keyword bids if it, its ad group and its campaign are live and there is a budget. */
  #liveBidding(stream: Stream): Bidding | undefined {
    const { keyword, adGroup, campaign } = stream;
    if (this.#biddings.has(keyword)) return this.#biddings.get(keyword);
    const isLive = [keyword, adGroup, campaign].every((name) => this.#state(name)?.status === 'ENABLED');
    const bidding = isLive && this.budgetOf(campaign) > 0 ? this.#biddingOf(stream) : undefined;
    this.#biddings.set(keyword, bidding);
    return bidding;
  }

  #biddingOf({ keyword, adGroup, campaign }: Stream): Bidding {
    const settings = this.#state(campaign);
    const bid = numberAt(this.#state(keyword), 'cpcBidMicros') || numberAt(this.#state(adGroup), 'cpcBidMicros');
    const target =
      numberAt(settings, 'maximizeConversions', 'targetCpaMicros') ||
      numberAt(settings, 'targetCpa', 'targetCpaMicros');
    return {
      isManual: settings?.biddingStrategyType === 'MANUAL_CPC',
      bid: bid / MICROS,
      targetCpa: target / MICROS,
    };
  }

  #state(name: string): JsonObject | undefined {
    return this.#parts.account.history(name).findLast(({ at }) => at <= this.at)?.resource;
  }
}

const MICROS = 1_000_000;
const NO_BIDDING: Bidding = { isManual: false, bid: 0, targetCpa: 0 };
/** A target at this multiple of the market's usual cost for a conversion restrains nothing. */
const USUAL_TARGET = 1.5;
const LOWEST_RATE = 0.001;

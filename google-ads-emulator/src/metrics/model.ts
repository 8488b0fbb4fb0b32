import { DAY_MS } from '../clock.ts';
import { textAt } from '../json.ts';
import { Market } from '../market/market.ts';
import { hash, mix } from '../market/random.ts';
import type { Term } from '../market/term.ts';
import type { Account } from '../store/account.ts';
import type { AccountDescription } from '../worlds/description.ts';
import type { Nature } from '../worlds/market-description.ts';
import { playDay } from './account-day.ts';
import { Claims } from './claims.ts';
import type { Leaf } from './leaf.ts';
import { Lineup } from './lineup.ts';
import { Timeline } from './timeline.ts';

/** What the world's description says of an account's figures. */
export type AccountMarket = Pick<AccountDescription, 'campaigns'> & {
  market: NonNullable<AccountDescription['market']>;
};

interface PlayedDay {
  until: number;
  leaves: ReadonlyMap<string, readonly Leaf[]>;
}

/** Makes an account's leaves, day by day, from what its campaigns were on that day; days already made are kept. */
export class PerformanceModel {
  readonly account: Account;
  readonly market: Market;
  readonly claims: Claims;
  readonly #description: AccountMarket;
  readonly #timeline: Timeline;
  readonly #firstDay: number;
  readonly #days = new Map<number, PlayedDay>();
  readonly #lineups = new Map<number, Lineup>();
  #changesSeen = 0;

  /** `began` is the instant at which the world was seeded; what the description dates by days ago counts from there. */
  constructor(account: Account, description: AccountMarket, seed: number, began: number) {
    this.account = account;
    this.#description = description;
    this.market = new Market(description.market, description.campaigns, mix(seed, hash(account.id)));
    this.claims = new Claims(account, this.market);
    this.#timeline = new Timeline(account);
    this.#firstDay = account.time.day(began);
  }

  /** The leaves of a campaign on a local day, as far as they are reported at a moment in days of local time. */
  leaves(campaign: string, day: number, nowInDays: number): readonly Leaf[] {
    return this.#dayOf(day, nowInDays).get(campaign) ?? [];
  }

  /** The leaves of all campaigns on a local day. */
  *leavesOn(day: number, nowInDays: number): Generator<Leaf> {
    for (const leaves of this.#dayOf(day, nowInDays).values()) yield* leaves;
  }

  /** Who shows for what at an instant. */
  lineupAt(instant: number): Lineup {
    this.#refresh();
    return new Lineup({ account: this.account, market: this.market, claims: this.claims }, instant);
  }

  /** What the description planted around a keyword's text. */
  natureOf(text: string): Nature | undefined {
    const own = text.toLowerCase();
    const keywords = this.#description.campaigns.flatMap(({ ad_groups }) =>
      ad_groups.flatMap((group) => group.keywords),
    );
    return keywords.find((keyword) => keyword.text.toLowerCase() === own)?.nature;
  }

  /** The days on which a campaign's conversions were not all counted, as day numbers. */
  trackingGapsOf(campaign: string): { first: number; last: number; kept: number }[] {
    const [version] = this.account.history(campaign);
    const name = textAt(version?.resource, 'name');
    const described = this.#description.campaigns.find((one) => one.name === name);
    return (described?.tracking_gaps ?? []).map(({ days_ago, days, kept }) => {
      const first = this.#firstDay - days_ago;
      return { first, last: first + days - 1, kept };
    });
  }

  /** The day since when people convert on a term. */
  convertsSince({ convertsSinceDaysAgo }: Term): number {
    return convertsSinceDaysAgo === undefined ? Number.NEGATIVE_INFINITY : this.#firstDay - convertsSinceDaysAgo;
  }

  #dayOf(day: number, nowInDays: number): ReadonlyMap<string, readonly Leaf[]> {
    this.#refresh();
    const until = Math.min(1, nowInDays - day - REPORTING_DELAY_DAYS);
    if (until <= 0) return new Map();
    const known = this.#days.get(day);
    if (known?.until === until) return known.leaves;
    const leaves = this.#play(day, until);
    this.#days.set(day, { until, leaves });
    return leaves;
  }

  #play(day: number, until: number): Map<string, Leaf[]> {
    const parts = this.#timeline.partsOf(day).map(({ from, to, at }) => ({ from, to, lineup: this.#lineup(at) }));
    const gaps = new Map<string, number>();
    const tracked = (campaign: string) => {
      const known = gaps.get(campaign);
      if (known !== undefined) return known;
      const gap = this.trackingGapsOf(campaign).find(({ first, last }) => day >= first && day <= last);
      gaps.set(campaign, gap?.kept ?? 1);
      return gap?.kept ?? 1;
    };
    const converts = (term: Term) => day >= this.convertsSince(term);
    if (parts.length === 0) return new Map();
    return playDay({ market: this.market, terms: this.claims.terms, parts, tracked, converts }, day, until);
  }

  #lineup(at: number): Lineup {
    const known = this.#lineups.get(at);
    if (known) return known;
    const made = new Lineup({ account: this.account, market: this.market, claims: this.claims }, at);
    if (this.#lineups.size >= LINEUPS_KEPT) this.#lineups.clear();
    this.#lineups.set(at, made);
    return made;
  }

  /** Takes in commits, and forgets the days and lineups they could have touched. */
  #refresh(): void {
    const { changes, time } = this.account;
    if (this.#changesSeen === changes.length) return;
    this.#changesSeen = changes.length;
    const since = this.#timeline.refresh();
    if (since === undefined) return;
    this.claims.refresh();
    const firstDay = Math.floor(time.local(since) / DAY_MS);
    for (const day of this.#days.keys()) if (day >= firstDay) this.#days.delete(day);
    for (const at of this.#lineups.keys()) if (at >= since) this.#lineups.delete(at);
  }
}

const REPORTING_DELAY_DAYS = 3 / 24;
const LINEUPS_KEPT = 64;

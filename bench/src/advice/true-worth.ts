import type { Term } from '../../../google-ads-emulator/src/market/term.ts';
import type { Stream } from '../../../google-ads-emulator/src/metrics/leaf.ts';
import { type Expected, nothing, plus } from '../../../google-ads-emulator/src/metrics/truth.ts';
import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import type { AdviceAccount } from './account.ts';

/** A term wastes when a conversion of it costs more than so many targets. */
export const WASTE_TARGETS = 2;

/** A keyword meeting a term, and what that brings on an average day as long as there is money for it. */
interface Flow {
  stream: Stream;
  expected: Expected;
}

/** The truth behind an account's figures, which no detector sees. */
export class TrueWorth {
  readonly #account: AdviceAccount;
  readonly #byCampaign: ReadonlyMap<string, readonly Flow[]>;

  constructor(account: AdviceAccount) {
    this.#account = account;
    const { streams, campaigns } = account.truth();
    const flows = [...streams].map(([stream, expected]) => {
      const served = campaigns.get(stream.campaign)?.served ?? 1;
      return {
        stream,
        expected: { ...expected, cost: expected.cost / served, conversions: expected.conversions / served },
      };
    });
    this.#byCampaign = Map.groupBy(flows, ({ stream }) => stream.campaign);
  }

  /** What it brought on an average day of those looked at: a term that began to convert later had not done so yet. */
  whileSeen(proposal: Proposal, days: number): Expected {
    return this.of(proposal, ({ convertsSinceDaysAgo = days }) => Math.min(1, convertsSinceDaysAgo / days));
  }

  /** What the thing that a proposal is about brings on an average day. */
  of(proposal: Proposal, share: (term: Term) => number = () => 1): Expected {
    const flows = this.#flowsOf(proposal.campaign_id);
    const sumOf = (wanted: (stream: Stream) => boolean) =>
      flows.reduce((sum, { stream, expected }) => {
        if (!wanted(stream)) return sum;
        return plus(sum, { ...expected, conversions: expected.conversions * share(stream.term) });
      }, nothing());
    switch (proposal.op) {
      case 'pause_keyword':
      case 'set_keyword_bid': {
        const name = this.#account.nameOf(proposal.keyword_id);
        return sumOf(({ keyword }) => keyword === name);
      }
      case 'add_negative_keyword': {
        const terms = this.blockedBy(proposal);
        return sumOf(({ term }) => terms.has(term));
      }
      case 'add_keyword': {
        const own = this.#account.model.market.termOf(proposal.text);
        const seen = sumOf(({ term }) => term === own);
        return seen.conversions > 0 || !own ? seen : { ...seen, cost: own.cpc, conversions: own.cvr };
      }
      default:
        return sumOf(() => true);
    }
  }

  /** The terms that a negative keyword would block. */
  blockedBy({ text, match_type }: { text: string; match_type: string }): ReadonlySet<Term> {
    return new Set(this.#account.model.market.termsBlockedBy(text.toLowerCase(), match_type.toUpperCase()));
  }

  /** The terms that a proposal changes anything for. */
  concernedBy(proposal: Proposal): string[] {
    if (proposal.op === 'add_negative_keyword') return [...this.blockedBy(proposal)].map(({ text }) => text);
    if (proposal.op !== 'pause_keyword' && proposal.op !== 'set_keyword_bid') return [];
    const name = this.#account.nameOf(proposal.keyword_id);
    const flows = this.#flowsOf(proposal.campaign_id).filter(({ stream }) => stream.keyword === name);
    return flows.map(({ stream }) => stream.term.text);
  }

  /** Cost of an average day that goes to terms never worth their price, by the targets of campaigns. */
  waste(targets: ReadonlyMap<number, number>): number {
    let waste = 0;
    for (const [campaign, flows] of this.#byCampaign) {
      const target = targets.get(this.#account.numberOf(campaign));
      if (target === undefined) continue;
      const terms = Map.groupBy(flows, ({ stream }) => stream.term);
      for (const some of terms.values()) {
        const { cost, conversions } = some.reduce((sum, { expected }) => plus(sum, expected), nothing());
        if (cost > WASTE_TARGETS * target * conversions) waste += cost;
      }
    }
    return waste;
  }

  get cost(): number {
    return [...this.#byCampaign.values()].flat().reduce((sum, { expected }) => sum + expected.cost, 0);
  }

  /** Conversions for each target spent on each term that shows in a campaign, by its text. */
  ratesOfTerms(campaign: number, target: number): Map<string, number> {
    return ratesBy(this.#flowsOf(campaign), target, ({ term }) => term.text);
  }

  /** The same of keywords, by their numbers. */
  ratesOfKeywords(campaign: number, target: number): Map<number, number> {
    return ratesBy(this.#flowsOf(campaign), target, ({ keyword }) => this.#account.numberOf(keyword));
  }

  #flowsOf(campaign: number): readonly Flow[] {
    return this.#byCampaign.get(this.#account.nameOf(campaign)) ?? [];
  }
}

function ratesBy<Key>(flows: readonly Flow[], target: number, key: (stream: Stream) => Key): Map<Key, number> {
  return new Map(
    [...Map.groupBy(flows, ({ stream }) => key(stream))].map(([name, some]) => {
      const { cost, conversions } = some.reduce((sum, { expected }) => plus(sum, expected), nothing());
      return [name, cost > 0 ? (conversions / cost) * target : 0] as const;
    }),
  );
}

import type { CampaignRow } from '../../campaigns/campaign.store.ts';
import { keywordKey, type Worded } from '../../campaigns/keyword-text.ts';
import type { NamedParts, Naming } from '../../campaigns/named-parts.store.ts';
import type { Proposal } from '../proposal.ts';

const ALREADY = 'it is so already';
const GONE = 'it is gone';
const CHANGED = 'it was changed since';
const UNKNOWN_THERE = 'the ad platform does not know it yet';

type Of<Op extends Proposal['op']> = Extract<Proposal, { op: Op }>;
type Ad = NamedParts['ads'][number];
type Keyword = NamedParts['keywords'][number];
type Negative = NamedParts['negatives'][number];

/** What proposals name of a campaign: what they change by its id, what they add by its text. */
export function namedBy(proposals: readonly Proposal[]): { keywords: Naming; negatives: Naming } {
  const textsOf = (op: 'add_keyword' | 'add_negative_keyword') =>
    proposals.flatMap((one) => (one.op === op ? [{ ad_id: one.ad_id, text: one.text }] : []));
  return {
    keywords: {
      ids: proposals.flatMap((one) => ('keyword_id' in one ? [one.keyword_id] : [])),
      texts: textsOf('add_keyword'),
    },
    negatives: {
      ids: proposals.flatMap((one) => (one.op === 'remove_negative_keyword' ? [one.negative_keyword_id] : [])),
      texts: textsOf('add_negative_keyword'),
    },
  };
}

/** A campaign as it stands now, which tells of each proposal whether it can still be carried out as it was meant. */
export class Standing {
  readonly #campaign: CampaignRow;
  readonly #ads: ReadonlyMap<number, Ad>;
  readonly #keywords: ReadonlyMap<number, Keyword>;
  readonly #negatives: ReadonlyMap<number, Negative>;
  readonly #keywordKeys: ReadonlySet<string>;
  readonly #negativeKeys: ReadonlySet<string>;

  constructor(campaign: CampaignRow, { ads, keywords, negatives }: NamedParts) {
    this.#campaign = campaign;
    this.#ads = new Map(ads.map((one) => [one.id, one]));
    this.#keywords = new Map(keywords.map((one) => [one.id, one]));
    this.#negatives = new Map(negatives.map((one) => [one.id, one]));
    this.#keywordKeys = new Set(keywords.map(keyIn));
    this.#negativeKeys = new Set(negatives.map(keyIn));
  }

  ad(id: number): Ad | undefined {
    return this.#ads.get(id);
  }

  keyword(id: number): Keyword | undefined {
    return this.#keywords.get(id);
  }

  /** Why a proposal is left out; undefined where it is carried out. */
  whyNot(one: Proposal): string | undefined {
    switch (one.op) {
      case 'pause_keyword':
      case 'enable_keyword':
        return this.#whyNotKeyword(one.keyword_id, ({ state }) => (state === one.to ? ALREADY : undefined));
      case 'set_keyword_bid':
        return this.#whyNotKeyword(one.keyword_id, ({ cpc_bid }) => whyNotAmount(cpc_bid, one));
      case 'add_keyword':
        return this.#whyNotAdded(one, this.#keywordKeys);
      case 'add_negative_keyword':
        return this.#whyNotAdded(one, this.#negativeKeys);
      case 'remove_negative_keyword':
        return this.#negatives.has(one.negative_keyword_id) ? undefined : GONE;
      case 'set_target_cpa':
        return whyNotAmount(this.#campaign.target_cpa, one);
      case 'set_budget':
        return this.#campaign.budget_shared
          ? 'other campaigns share the budget now'
          : whyNotAmount(this.#campaign.budget, one);
      case 'create_draft':
        return one.keywords.some(({ source_ad_id }) => this.#ads.has(source_ad_id)) ? undefined : 'its ads are gone';
    }
  }

  /** A keyword and what becomes of it, in the terms of a step. */
  keywordEdit(
    { keyword_id, text, match_type, to }: Of<'pause_keyword' | 'enable_keyword' | 'set_keyword_bid'>,
    from: string | null,
  ) {
    return { keyword_id, text, match_type, platform_id: this.keyword(keyword_id)?.platform_id ?? null, from, to };
  }

  negative({ ad_id, text, match_type }: Of<'add_negative_keyword'>) {
    return { text, match_type, platform_id: null, ...this.#ofAd(ad_id) };
  }

  liftedNegative({ negative_keyword_id, ad_id, text, match_type }: Of<'remove_negative_keyword'>) {
    const row = this.#negatives.get(negative_keyword_id);
    return { text, match_type, platform_id: row?.platform_id ?? null, ...this.#ofAd(ad_id) };
  }

  newKeyword({ ad_id, text, match_type, cpc_bid }: Of<'add_keyword'>) {
    return { ...this.#on(ad_id), text, match_type, cpc_bid, platform_id: null };
  }

  #ofAd(id: number | null) {
    return id === null ? {} : this.#on(id);
  }

  #on(id: number) {
    return { ad: { id, platform_id: this.ad(id)?.platform_id ?? null } };
  }

  #whyNotKeyword(id: number, whyNot: (keyword: Keyword) => string | undefined): string | undefined {
    const keyword = this.keyword(id);
    if (!keyword) return GONE;
    return keyword.platform_id === null ? UNKNOWN_THERE : whyNot(keyword);
  }

  #whyNotOnAd(id: number): string | undefined {
    const ad = this.ad(id);
    if (!ad) return 'its ad is gone';
    return ad.platform_id === null && this.#campaign.platform_id !== null ? UNKNOWN_THERE : undefined;
  }

  #whyNotAdded(one: Of<'add_keyword' | 'add_negative_keyword'>, known: ReadonlySet<string>): string | undefined {
    const why = one.ad_id === null ? undefined : this.#whyNotOnAd(one.ad_id);
    if (why !== undefined) return why;
    return known.has(keyIn(one)) ? ALREADY : undefined;
  }
}

/** The same for what is the same keyword, or negative keyword, in the same place. */
function keyIn({ ad_id, text, match_type }: Worded & { ad_id: number | null }): string {
  return `${ad_id} ${keywordKey({ text, match_type })}`;
}

/** An amount is only moved from where it stood when the move was proposed. */
function whyNotAmount(now: string | null, { from, to }: { from: string | null; to: string }): string | undefined {
  if (isSame(now, to)) return ALREADY;
  return isSame(now, from) ? undefined : CHANGED;
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Number(one) === Number(other);
}

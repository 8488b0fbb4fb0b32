import type { CampaignRow } from '../../campaigns/campaign.store.ts';
import type { AdRow, CampaignParts, KeywordRow, NegativeRow } from '../../campaigns/campaign-parts.store.ts';
import { isSameKeyword, type Worded } from '../../campaigns/keyword-text.ts';
import type { Proposal } from '../proposal.ts';

const ALREADY = 'it is so already';
const GONE = 'it is gone';
const CHANGED = 'it was changed since';

type Of<Op extends Proposal['op']> = Extract<Proposal, { op: Op }>;

/** A campaign as it stands now, which tells of each proposal whether it can still be carried out as it was meant. */
export class Standing {
  readonly #campaign: CampaignRow;
  readonly #ads: ReadonlyMap<number, AdRow>;
  readonly #keywords: ReadonlyMap<number, KeywordRow>;
  readonly #negatives: readonly NegativeRow[];

  constructor(campaign: CampaignRow, { ads, keywords, negatives }: CampaignParts) {
    this.#campaign = campaign;
    this.#ads = new Map(ads.map((one) => [one.id, one]));
    this.#keywords = new Map(keywords.map((one) => [one.id, one]));
    this.#negatives = negatives;
  }

  ad(id: number): AdRow | undefined {
    return this.#ads.get(id);
  }

  keyword(id: number): KeywordRow | undefined {
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
        return this.#whyNotAdded(one);
      case 'add_negative_keyword':
        return this.#negatives.some((row) => row.ad_id === one.ad_id && isSameKeyword(row, one)) ? ALREADY : undefined;
      case 'remove_negative_keyword':
        return this.#negatives.some(({ id }) => id === one.negative_keyword_id) ? undefined : GONE;
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
    const row = this.#negatives.find(({ id }) => id === negative_keyword_id);
    return { text, match_type, platform_id: row?.platform_id ?? null, ...this.#ofAd(ad_id) };
  }

  #ofAd(id: number | null) {
    return id === null ? {} : { ad: { id, platform_id: this.ad(id)?.platform_id ?? null } };
  }

  #whyNotKeyword(id: number, whyNot: (keyword: KeywordRow) => string | undefined): string | undefined {
    const keyword = this.keyword(id);
    if (!keyword) return GONE;
    return keyword.platform_id === null ? 'the ad platform does not know it yet' : whyNot(keyword);
  }

  #whyNotAdded({ ad_id, text, match_type }: Of<'add_keyword'> & Worded): string | undefined {
    if (!this.#ads.has(ad_id)) return 'its ad is gone';
    const rows = [...this.#keywords.values()].filter((row) => row.ad_id === ad_id);
    return rows.some((row) => isSameKeyword(row, { text, match_type })) ? ALREADY : undefined;
  }
}

/** An amount is only moved from where it stood when the move was proposed. */
function whyNotAmount(now: string | null, { from, to }: { from: string | null; to: string }): string | undefined {
  if (isSame(now, to)) return ALREADY;
  return isSame(now, from) ? undefined : CHANGED;
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Number(one) === Number(other);
}

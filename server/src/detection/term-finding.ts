import type { Proposal } from '../recommendations/proposal.ts';
import type { AdFacts, CampaignEvidence, EvidenceWith, NegativeFacts, TermFacts } from './evidence.ts';
import type { Figures } from './figures.ts';
import { Negatives } from './negative-match.ts';
import { gammaCdf } from './statistics.ts';

/** Campaigns in which the brand's name is at home; of imported ones nobody knows. */
const BRAND_AT_HOME: ReadonlySet<string> = new Set(['brand', 'external']);

/** Whether a keyword with the brand's name would take searches from the brand campaign. */
export function isBrandForeign({ campaign }: CampaignEvidence): boolean {
  return !BRAND_AT_HOME.has(campaign.type);
}

/** How sure it is that conversions cost no more than the target, knowing nothing but these figures. */
export function certaintyOfWorth({ cost, conversions }: Pick<Figures, 'cost' | 'conversions'>, target: number): number {
  return 1 - gammaCdf(1, { shape: conversions + 0.5, rate: cost / target });
}

/** Of the ads that showed a term, the one that brought most and still runs. */
export function servingAd(term: TermFacts, ads: ReadonlyMap<number, AdFacts>): AdFacts | undefined {
  return term.adIds.map((id) => ads.get(id)).find((ad) => ad?.state === 'enabled');
}

/** Adding a keyword to an ad, as a recommendation would do it; the ad's bid holds. */
export function additionOf(
  text: string,
  matchType: 'exact' | 'phrase',
  ad: AdFacts,
  { campaign }: CampaignEvidence,
): Proposal {
  return { op: 'add_keyword', campaign_id: campaign.id, ad_id: ad.id, text, match_type: matchType, cpc_bid: null };
}

/** What keeps a campaign or one of its ads from a search. */
export class Exclusions {
  readonly #onCampaign: Negatives<NegativeFacts>;
  readonly #onAd: ReadonlyMap<number, Negatives<NegativeFacts>>;

  constructor({ negatives }: Pick<EvidenceWith<'negatives'>, 'negatives'>) {
    this.#onCampaign = new Negatives(negatives.filter(({ adId }) => adId === null));
    const ofAds = Map.groupBy(negatives, ({ adId }) => adId);
    ofAds.delete(null);
    this.#onAd = new Map([...ofAds].map(([adId, some]) => [adId ?? 0, new Negatives(some)]));
  }

  /** What keeps an ad from a search; undefined where nothing does. */
  blocking(words: readonly string[], adId: number): NegativeFacts | undefined {
    return this.#onCampaign.blocking(words) ?? this.#onAd.get(adId)?.blocking(words);
  }

  /** Whether none of these ads can be shown for a search any more. */
  blocksAll(words: readonly string[], adIds: readonly number[]): boolean {
    if (this.#onCampaign.blocking(words)) return true;
    return adIds.length > 0 && adIds.every((adId) => this.#onAd.get(adId)?.blocking(words));
  }
}

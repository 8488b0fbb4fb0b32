import type { Tenancy } from '../../src/base/context.ts';
import { insertCampaign } from '../../src/campaigns/campaign.store.ts';
import { addDraftAd, type DraftAd } from '../../src/campaigns/drafts/draft.store.ts';
import { replaceAssets, replaceLocations } from '../../src/campaigns/merge/replace-rows.store.ts';

const SITE = 'https://www.acme-plumbing.example/';
const UNITED_STATES = '2840';

/** What a draft is made of; each part that a first launch asks for can be left out or replaced. */
export interface DraftOptions {
  name: string;
  budget?: number;
  target_cpa?: string;
  state?: 'draft' | 'error';
  ad_account_id: string | null;
  locations?: Parameters<typeof replaceLocations>[2];
  assets?: Parameters<typeof replaceAssets>[2];
  ads?: DraftAd[];
}

/** Adds a draft that is ready to launch unless told otherwise. */
export async function addDraft(tenancy: Tenancy, options: DraftOptions, now: number): Promise<string> {
  const { name, budget = 40, state = 'draft', ad_account_id } = options;
  const { locations = [COUNTRY], assets = ASSETS, ads = [draftAd()] } = options;
  const campaign = await insertCampaign(
    tenancy,
    {
      name,
      type: 'prospecting',
      state,
      website_url: SITE,
      ad_account_id,
      budget: String(budget),
      ...(options.target_cpa !== undefined && { target_cpa: options.target_cpa }),
    },
    now,
  );
  if (!campaign) throw new Error(`the draft ${name} was not added`);
  await replaceLocations(tenancy, campaign.id, locations);
  await replaceAssets(tenancy, campaign.id, assets);
  for (const ad of ads) await addDraftAd(tenancy, campaign.id, ad, new Date(now));
  return campaign.slug;
}

/** An ad that the platform takes. */
export function draftAd(changes: Partial<DraftAd> = {}): DraftAd {
  return {
    name: 'Drain cleaning',
    final_url: `${SITE}drain-cleaning/`,
    headlines: ['Drain Cleaning Austin', 'Clogged Drain? Call Now', 'Same-Day Drain Service'],
    descriptions: ['A licensed plumber clears it today.', 'Family-run since 1998. Call or book online.'],
    path1: 'drains',
    keywords: [
      { text: 'drain cleaning austin', match_type: 'phrase' },
      { text: 'clogged drain plumber', match_type: 'exact' },
    ],
    ...changes,
  };
}

type Asset = NonNullable<DraftOptions['assets']>[number];

/** A sitelink that the platform takes. */
export function sitelink(changes: Partial<Asset> = {}): Asset {
  return {
    position: 0,
    kind: 'sitelink',
    text: 'Prices',
    description1: 'Agreed before we start',
    description2: 'No call-out fee',
    url: `${SITE}pricing/`,
    platform_id: null,
    ...changes,
  };
}

/** A callout that the platform takes. */
export function callout(changes: Partial<Asset> = {}): Asset {
  return {
    position: 1,
    kind: 'callout',
    text: 'Open 24/7',
    description1: null,
    description2: null,
    url: null,
    platform_id: null,
    ...changes,
  };
}

const ASSETS = [sitelink(), callout()];

/** A place of a draft that has many. */
export function placeOf(position: number) {
  const point = { latitude: null, longitude: null, radius_km: null };
  const geo_target_id: string | null = String(1000 + position);
  return { position, kind: 'location' as const, name: `Place ${position}`, geo_target_id, ...point, platform_id: null };
}

const COUNTRY = {
  position: 0,
  kind: 'location',
  name: 'United States',
  geo_target_id: UNITED_STATES,
  latitude: null,
  longitude: null,
  radius_km: null,
  platform_id: null,
} as const;

import type { Tenancy } from '../src/base/context.ts';
import { findCampaign, insertCampaign, type NewCampaign } from '../src/campaigns/campaign.store.ts';
import { campaignParts } from '../src/campaigns/campaign-parts.store.ts';
import { addDraftAd, type DraftAd } from '../src/campaigns/drafts/draft.store.ts';
import { replaceAssets, replaceLocations } from '../src/campaigns/merge/replace-rows.store.ts';
import { slugOf } from '../src/campaigns/slug.ts';
import { ownCampaign } from './demo.store.ts';

/** Campaigns of the emulator that count as made here, with what they are for; the others stay imported. */
const OWN: Record<string, Record<string, string>> = {
  'acme-plumbing': {
    'Acme - Prospecting - Emergency plumbing': 'prospecting',
    'Acme - Prospecting - Water heaters': 'prospecting',
    'Acme - Prospecting - Bathroom remodel': 'prospecting',
    'Acme - Brand': 'brand',
    'Acme - Competitor - RotoRooter': 'competitor',
  },
  'globex-clinic': {
    'Globex - Prospecting - Dental implants': 'prospecting',
    'Globex - Prospecting - Physiotherapy': 'prospecting',
    'Globex - Brand': 'brand',
  },
};

const DAY_MS = 86_400_000;
const AGE_DAYS = 120;

/** Marks the campaigns that count as made here. */
export async function ownCampaigns(tenancy: Tenancy, organization: string, now: number): Promise<void> {
  const since = new Date(now - AGE_DAYS * DAY_MS);
  for (const [name, type] of Object.entries(OWN[organization] ?? {})) {
    await ownCampaign(tenancy, { name, type, since });
  }
}

/** Adds the drafts of Acme Plumbing: one ready to launch, one unfinished, one without a budget, one that failed. */
export async function addDrafts(tenancy: Tenancy, siteUrl: string, accountId: string, now: number): Promise<void> {
  const model = await findCampaign(tenancy, slugOf('Acme - Prospecting - Emergency plumbing'));
  if (!model) throw new Error('the demo campaigns have not been synced');
  const { locations } = await campaignParts(tenancy, model.id);
  const places = locations.map((location) => ({ ...location, platform_id: null }));
  for (const draft of drafts(siteUrl, accountId)) {
    const campaign = await insertCampaign(tenancy, draft.campaign, now);
    if (!campaign) throw new Error(`the draft ${draft.campaign.name} was not added`);
    if (draft.complete) await replaceLocations(tenancy, campaign.id, places);
    if (draft.complete) await replaceAssets(tenancy, campaign.id, assets(siteUrl));
    for (const ad of draft.ads) await addDraftAd(tenancy, campaign.id, ad, new Date(now));
  }
}

interface Draft {
  campaign: NewCampaign;
  complete: boolean;
  ads: DraftAd[];
}

function drafts(siteUrl: string, ad_account_id: string): Draft[] {
  const website_url = siteUrl;
  const draft = { type: 'prospecting', state: 'draft', website_url, ad_account_id } as const;
  return [
    {
      campaign: { ...draft, name: 'Acme - Prospecting - Drain cleaning', budget: '15', target_cpa: '45' },
      complete: true,
      ads: [drainAd(siteUrl)],
    },
    {
      campaign: { ...draft, name: 'Acme - Prospecting - Gas lines', budget: '10' },
      complete: false,
      ads: [{ ...drainAd(siteUrl), name: 'Gas line repair', headlines: ['Gas Line Repair'], keywords: [] }],
    },
    {
      campaign: { ...draft, name: 'Acme - Prospecting - Sewer repair', budget: '0' },
      complete: true,
      ads: [{ ...drainAd(siteUrl), name: 'Sewer repair' }],
    },
    {
      campaign: { ...draft, name: 'Acme - Prospecting - Leak detection', budget: '12', state: 'error' },
      complete: true,
      ads: [{ ...drainAd(siteUrl), name: 'Leak detection' }],
    },
  ];
}

function drainAd(siteUrl: string): DraftAd {
  return {
    name: 'Drain cleaning',
    final_url: `${siteUrl}drain-cleaning/`,
    headlines: ['Drain Cleaning Austin', 'Clogged Drain? Call Now', 'Same-Day Drain Service', 'Fixed Prices Upfront'],
    descriptions: [
      'Blocked sink, tub or sewer? A licensed plumber clears it today, at a price agreed first.',
      'Family-run since 1998, 4.9 stars from 1,200 reviews. Call or book a time online.',
    ],
    path1: 'drains',
    path2: 'austin',
    keywords: [
      { text: 'drain cleaning austin', match_type: 'phrase' },
      { text: 'clogged drain plumber', match_type: 'phrase' },
      { text: 'sewer line cleaning', match_type: 'phrase' },
      { text: 'unclog drain near me', match_type: 'exact' },
      { text: 'hydro jetting service', match_type: 'broad' },
    ],
  };
}

function assets(siteUrl: string): Parameters<typeof replaceAssets>[2] {
  const sitelink = (position: number, text: string, path: string) => ({
    position,
    kind: 'sitelink' as const,
    text,
    description1: 'Licensed and insured',
    description2: 'Open day and night',
    url: siteUrl + path,
    platform_id: null,
  });
  const callout = (position: number, text: string) => ({
    position,
    kind: 'callout' as const,
    text,
    description1: null,
    description2: null,
    url: null,
    platform_id: null,
  });
  return [
    sitelink(0, 'Prices', 'pricing/'),
    sitelink(1, 'Contact', 'contact/'),
    callout(2, 'Open 24/7'),
    callout(3, 'Upfront prices'),
  ];
}

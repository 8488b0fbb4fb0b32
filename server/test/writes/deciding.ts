import assert from 'node:assert/strict';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../src/campaigns/campaign-parts.store.ts';
import { bodyOf, type Organization } from './organization.ts';
import type { Propose } from './recommend.ts';
import type { Writes } from './world.ts';

/** Where something is decided. */
export interface Place {
  writes: Writes;
  org: Organization;
  slug: string;
}
/** Changes something, and answers with the action; nothing where it was done in the platform. */
export type Decide = (place: Place) => Promise<unknown>;

export const applied =
  (propose: Propose): Decide =>
  async ({ org, slug }) =>
    (await org.applied(slug, propose)).action_id;
export const edited =
  (changes: object): Decide =>
  async ({ org, slug }) =>
    (await org.edited(slug, changes)).action_id;
export const moved =
  (state: string): Decide =>
  ({ org, slug }) =>
    org.moved(slug, state);
export const excluded: Decide = async ({ org, slug }) => (await org.negativesAdded(slug, ['free'])).action_id;

/** As a person does in the dashboard, with the campaign's first ad where the path names one. */
export const inDashboard =
  (method: string, path: string, body: object = {}): Decide =>
  async ({ org, slug }) => {
    const { ads } = await partsOf(org, slug);
    const place = `/organizations/${org.slug}/campaigns/${slug}/${path.replace('{ad}', String(ads[0]?.id))}`;
    const answer = await org.send(method, place, { ...body, dry_run: false }, { cookie: org.people.admin.cookie });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer).action_id;
  };
export async function partsOf(org: Organization, slug: string) {
  return campaignParts(org.tenancy, (await findCampaign(org.tenancy, slug))?.id ?? 0);
}

/** How a campaign stands, here and in the platform. */
export async function standing({ writes, org, slug }: Place) {
  const { name, state, budget, target_cpa } = (await findCampaign(org.tenancy, slug)) ?? assert.fail();
  const { ads, keywords, negatives, assets } = await partsOf(org, slug);
  const there = await writes.platform.campaign(name);
  return {
    campaign: { name, state, budget, target_cpa },
    ads: ads.map(({ name, path1, path2 }) => [name, path1, path2]),
    keywords: keywords.map(({ text, match_type, state, cpc_bid }) => [text, match_type, state, cpc_bid]).sort(),
    negatives: negatives.map(({ text, match_type }) => [text, match_type]).sort(),
    assets: assets.map(({ kind, text }) => [kind, text]),
    there: there && {
      status: there.status,
      budget: there.budget,
      target: there.targetCpa,
      negatives: there.negatives.map(({ text, matchType }) => [text, matchType]).sort(),
      keywords: there.ads.flatMap((ad) => ad.keywords.map(({ text, status, cpcBid }) => [text, status, cpcBid])).sort(),
    },
  };
}

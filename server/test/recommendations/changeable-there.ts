import assert from 'node:assert/strict';
import type { Organization } from '../writes/organization.ts';
import type { Writes } from '../writes/world.ts';

/** What can change of a campaign, as the platform has it. */
export async function changeableThere({ platform }: Writes, org: Organization, slug: string) {
  const campaign = await platform.campaign(String((await org.campaign(slug)).name));
  assert.ok(campaign);
  const words = ({ text, matchType }: { text: string; matchType: string }) => `${text}/${matchType}`;
  return {
    budget: campaign.budget,
    target: campaign.targetCpa,
    status: campaign.status,
    negatives: [campaign, ...campaign.ads].map(({ negatives }) => negatives.map(words).sort()),
    keywords: campaign.ads.map(({ keywords }) =>
      keywords.map((one) => `${words(one)} ${one.status} ${one.cpcBid}`).sort(),
    ),
  };
}

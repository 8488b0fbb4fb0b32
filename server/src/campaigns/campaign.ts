/** Every state a campaign can be in. */
export const CAMPAIGN_STATES = ['live', 'paused', 'draft', 'error'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** What a campaign is for; `external` ones were made in the ad platform and imported. */
export type CampaignType = 'prospecting' | 'brand' | 'hipo' | 'location' | 'icp' | 'competitor' | 'external';

/** What state a campaign has in the ad platform. */
export type PlatformState = 'live' | 'paused' | 'removed';

/** Where the dashboard shows a campaign. */
export function campaignUrl(appUrl: string, organizationSlug: string, slug: string): string {
  return `${appUrl}/o/${organizationSlug}/campaigns/${slug}`;
}

/**
 * The state of a campaign once the ad platform was read. One that runs or rests follows the platform. A draft stays one
 * until somebody starts it there, and an error until somebody changes it there. What was removed there can only rest.
 */
export function stateAfterSync(state: CampaignState, before: PlatformState | null, now: PlatformState): CampaignState {
  if (now === 'removed') return 'paused';
  if (state === 'draft') return now === 'live' && before !== 'live' ? 'live' : 'draft';
  if (state === 'error') return now === before ? 'error' : now;
  return now;
}

import type { QueuedWrite } from '../../api.ts';
import { formatCount, formatWords } from '../../format.ts';

const TITLES: Record<string, string> = {
  update_campaign: 'Edit',
  set_campaign_state: 'Change the state of',
  add_negative_keywords: 'Exclude search terms in',
  apply_recommendation: 'Apply a recommendation in',
  undo_action: 'Undo a change in',
  create_campaign: 'Create a campaign',
  create_ad: 'Create an ad in',
};

const APPROVE: Record<string, string> = {
  update_campaign: 'Approve the edit',
  set_campaign_state: 'Approve the new state',
  add_negative_keywords: 'Approve the exclusions',
  apply_recommendation: 'Approve the recommendation',
  undo_action: 'Approve the undo',
  create_campaign: 'Approve the new campaign',
  create_ad: 'Approve the new ad',
};

/** What a change that waits would do, before the name of its campaign. */
export function operationTitle(operation: string): string {
  return TITLES[operation] ?? formatWords(operation);
}

/** How many campaigns it would change beside the one that it names. */
export function otherCampaigns(campaign: string | null, changes: QueuedWrite['changes']): string {
  const others = new Set(changes.flatMap((change) => change.campaign ?? []));
  if (campaign !== null) others.delete(campaign);
  if (others.size === 0) return '';
  return ` and ${formatCount(others.size)} other ${others.size === 1 ? 'campaign' : 'campaigns'}`;
}

/** The button that lets it happen. */
export function approveLabel(operation: string): string {
  return APPROVE[operation] ?? 'Approve the change';
}

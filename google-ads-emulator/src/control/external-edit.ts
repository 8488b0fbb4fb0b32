import type { Json, JsonObject } from '../json.ts';
import { textAt } from '../json.ts';
import { mutate } from '../mutate/mutate.ts';
import type { Account } from '../store/account.ts';
import type { World } from '../store/world.ts';

/** An edit of a campaign somebody makes in Google's own interface. */
export interface ExternalEdit {
  campaign: string;
  field: 'name' | 'budget' | 'status';
  value: string | number;
  customerId?: string;
}

/** The outcome: the campaign touched, nothing found, or Google's refusal. */
export type ExternalEditOutcome =
  | { outcome: 'edited'; customer_id: string; campaign_id: string }
  | { outcome: 'not_found' }
  | { outcome: 'refused'; message: string };

/** Makes the edit through the same mutate code, with a change event that names the web interface. */
export function externalEdit(world: World, edit: ExternalEdit): ExternalEditOutcome {
  const found = findCampaign(world, edit);
  if (!found) return { outcome: 'not_found' };
  const { account, campaign } = found;
  const operations = [operationFor(campaign, edit)];
  const [login] = world.loginsReaching(account.id);
  const author = { clientType: 'GOOGLE_ADS_WEB_CLIENT', userEmail: login?.email ?? 'someone@demo.test' } as const;
  const options = { operations, partialFailure: false, validateOnly: false };
  const { errors } = mutate(world, account, options, author, world.clock.now());
  const [error] = errors;
  if (error) return { outcome: 'refused', message: error.message ?? '' };
  return { outcome: 'edited', customer_id: account.id, campaign_id: textAt(campaign, 'id') };
}

function findCampaign(world: World, edit: ExternalEdit): { account: Account; campaign: JsonObject } | undefined {
  for (const account of world.accounts.values()) {
    if (edit.customerId !== undefined && edit.customerId !== account.id) continue;
    for (const campaign of account.all('campaigns')) {
      if (campaign.name === edit.campaign && campaign.status !== 'REMOVED') return { account, campaign };
    }
  }
  return undefined;
}

function operationFor(campaign: JsonObject, { field, value }: ExternalEdit): Json {
  const resourceName = textAt(campaign, 'resourceName');
  if (field === 'budget') {
    const amountMicros = String(Math.round(Number(value) * 1_000_000));
    const update = { resourceName: textAt(campaign, 'campaignBudget'), amountMicros };
    return { campaignBudgetOperation: { update, updateMask: 'amount_micros' } };
  }
  if (field === 'name') {
    return { campaignOperation: { update: { resourceName, name: String(value) }, updateMask: 'name' } };
  }
  const status = String(value).toUpperCase();
  if (status === 'REMOVED') return { campaignOperation: { remove: resourceName } };
  return { campaignOperation: { update: { resourceName, status }, updateMask: 'status' } };
}

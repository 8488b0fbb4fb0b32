import type { Json, JsonObject } from '../json.ts';
import { at, isObject, listAt, textAt } from '../json.ts';
import { mutate } from '../mutate/mutate.ts';
import type { Account, Kind } from '../store/account.ts';
import type { World } from '../store/world.ts';

/** An edit somebody makes in Google's own interface, of a campaign or of something below it. */
export interface ExternalEdit {
  campaign: string;
  field: ExternalField;
  value: string | number;
  /** Which ad group, by its name, or which keyword, by its text, where the edit is below the campaign. */
  of?: string;
  matchType?: string;
  customerId?: string;
}

/** What can be edited. */
export type ExternalField = keyof typeof OPERATIONS;

/** The outcome: the campaign touched, nothing found, or Google's refusal. */
export type ExternalEditOutcome =
  | { outcome: 'edited'; customer_id: string; campaign_id: string }
  | { outcome: 'not_found' }
  | { outcome: 'refused'; message: string };

interface Place {
  account: Account;
  campaign: JsonObject;
}

/** The operation that makes an edit; undefined where what it is about does not exist. */
type OperationOf = (place: Place, edit: ExternalEdit) => Json | undefined;

const MICROS = 1_000_000;

const OPERATIONS = {
  name: ({ campaign }, { value }) => updated('campaignOperation', campaign, { name: String(value) }, 'name'),
  budget: ({ account, campaign }, { value }) =>
    updated(
      'campaignBudgetOperation',
      account.get(textAt(campaign, 'campaignBudget')),
      { amountMicros: micros(value) },
      'amount_micros',
    ),
  target_cpa: ({ campaign }, { value }) =>
    updated(
      'campaignOperation',
      campaign,
      { maximizeConversions: { targetCpaMicros: micros(value) } },
      'maximize_conversions.target_cpa_micros',
    ),
  status: ({ campaign }, { value }) => withStatus('campaignOperation', campaign, value),
  ad_group_name: (place, { of, value }) =>
    updated('adGroupOperation', adGroupOf(place, of), { name: String(value) }, 'name'),
  ad_group_status: (place, { of, value }) => withStatus('adGroupOperation', adGroupOf(place, of), value),
  ad_group_bid: (place, { of, value }) =>
    updated('adGroupOperation', adGroupOf(place, of), { cpcBidMicros: micros(value) }, 'cpc_bid_micros'),
  first_headline: (place, { of, value }) => withFirstHeadline(adOf(place, of), String(value)),
  ad_type: (place, { of, value }) => updated('adOperation', adOf(place, of), { type: String(value) }, 'type'),
  keyword_status: (place, edit) => withStatus('adGroupCriterionOperation', keywordOf(place, edit), edit.value),
  negative_keyword_added: ({ campaign }, { value, matchType = 'PHRASE' }) => ({
    campaignCriterionOperation: {
      create: {
        campaign: textAt(campaign, 'resourceName'),
        negative: true,
        keyword: { text: String(value), matchType },
      },
    },
  }),
  negative_keyword_removed: (place, edit) =>
    withStatus('campaignCriterionOperation', negativeKeywordOf(place, edit), 'REMOVED'),
} satisfies Record<string, OperationOf>;

/** The names of what can be edited. */
export const EXTERNAL_FIELDS = Object.keys(OPERATIONS);

/** Whether that can be edited. */
export function isExternalField(name: unknown): name is ExternalField {
  return typeof name === 'string' && EXTERNAL_FIELDS.includes(name);
}

/** Makes the edit through the same mutate code, with a change event that names the web interface. */
export function externalEdit(world: World, edit: ExternalEdit): ExternalEditOutcome {
  const place = findCampaign(world, edit);
  const operation = place && OPERATIONS[edit.field](place, edit);
  if (!operation) return { outcome: 'not_found' };
  const { account, campaign } = place;
  const [login] = world.loginsReaching(account.id);
  const author = { clientType: 'GOOGLE_ADS_WEB_CLIENT', userEmail: login?.email ?? 'someone@demo.test' } as const;
  const options = { operations: [operation], partialFailure: false, validateOnly: false };
  const { errors } = mutate(world, account, options, author, world.clock.now());
  const [error] = errors;
  if (error) return { outcome: 'refused', message: error.message ?? '' };
  return { outcome: 'edited', customer_id: account.id, campaign_id: textAt(campaign, 'id') };
}

function findCampaign(world: World, edit: ExternalEdit): Place | undefined {
  for (const account of world.accounts.values()) {
    if (edit.customerId !== undefined && edit.customerId !== account.id) continue;
    for (const campaign of account.all('campaigns')) {
      if (campaign.name === edit.campaign && campaign.status !== 'REMOVED') return { account, campaign };
    }
  }
  return undefined;
}

function adGroupOf({ account, campaign }: Place, name: string | undefined): JsonObject | undefined {
  return existing(account, 'adGroups', (one) => one.campaign === campaign.resourceName && one.name === name);
}

/** The first ad of an ad group, by the name of the group. */
function adOf(place: Place, name: string | undefined): JsonObject | undefined {
  const adGroup = adGroupOf(place, name);
  const holder = adGroup && existing(place.account, 'adGroupAds', (one) => one.adGroup === adGroup.resourceName);
  const ad = holder && at(holder, 'ad');
  return isObject(ad) ? ad : undefined;
}

function withFirstHeadline(ad: JsonObject | undefined, text: string): Json | undefined {
  const others = ad ? listAt(ad, 'responsiveSearchAd', 'headlines').slice(1) : [];
  const responsiveSearchAd = { headlines: [{ text }, ...others] };
  return updated('adOperation', ad, { responsiveSearchAd }, 'responsive_search_ad.headlines');
}

function keywordOf({ account, campaign }: Place, { of: text, matchType }: ExternalEdit): JsonObject | undefined {
  return existing(
    account,
    'adGroupCriteria',
    (one) =>
      account.get(textAt(one, 'adGroup'))?.campaign === campaign.resourceName &&
      one.negative !== true &&
      isKeyword(one, text, matchType),
  );
}

function negativeKeywordOf({ account, campaign }: Place, { value, matchType }: ExternalEdit): JsonObject | undefined {
  return existing(
    account,
    'campaignCriteria',
    (one) => one.campaign === campaign.resourceName && isKeyword(one, String(value), matchType),
  );
}

function isKeyword(resource: JsonObject, text: string | undefined, matchType: string | undefined): boolean {
  return (
    textAt(resource, 'keyword', 'text') === text &&
    (matchType === undefined || textAt(resource, 'keyword', 'matchType') === matchType)
  );
}

function existing(account: Account, kind: Kind, fits: (resource: JsonObject) => boolean): JsonObject | undefined {
  for (const resource of account.all(kind)) if (resource.status !== 'REMOVED' && fits(resource)) return resource;
  return undefined;
}

function withStatus(operation: string, resource: JsonObject | undefined, value: string | number): Json | undefined {
  const status = String(value).toUpperCase();
  if (status !== 'REMOVED') return updated(operation, resource, { status }, 'status');
  return resource && { [operation]: { remove: textAt(resource, 'resourceName') } };
}

function updated(
  operation: string,
  resource: JsonObject | undefined,
  changes: JsonObject,
  updateMask: string,
): Json | undefined {
  const update = resource && { resourceName: textAt(resource, 'resourceName'), ...changes };
  return update && { [operation]: { update, updateMask } };
}

function micros(value: string | number): string {
  return String(Math.round(Number(value) * MICROS));
}

import { fieldNamed } from '../gaql/catalog.ts';
import type { JsonObject } from '../json.ts';
import { at, camelCase, isObject, setAt, snakeCase, textAt } from '../json.ts';
import type { Kind } from '../store/account.ts';
import { checkBid, checkBudgetAmount, checkEnum, int64AsText } from './checks.ts';
import type { MutateContext } from './context.ts';
import { checkAd, checkAdGroupName } from './create-ad-group.ts';
import { checkBidding, checkBudgetName, checkCampaignName, STRATEGIES } from './create-campaign.ts';
import { fail } from './operation-failure.ts';

/** Changes the fields that the mask names, and nothing else; returns the resource's name. */
export function updateResource(
  context: MutateContext,
  kind: Kind,
  resource: string,
  update: JsonObject,
  mask: string,
): string {
  const current = currentResource(context, kind, update);
  const name = textAt(current, 'resourceName');
  const fields = maskedFields(kind, resource, mask);
  context.touchOnce(name, ['update', 'resource_name']);
  const next = structuredClone(current);
  for (const field of fields) setAt(next, field.split('.'), clone(at(update, ...field.split('.'))));
  int64AsText(next, ['amountMicros', 'cpcBidMicros']);
  checkUpdated(context, kind, current, next, fields);
  context.transaction.put(next, 'UPDATE', fields);
  return name;
}

/** Changes the text of an existing ad, which lives inside its ad group's ad. */
export function updateAd(context: MutateContext, update: JsonObject, mask: string): string {
  const name = textAt(update, 'resourceName');
  for (const holder of context.transaction.all('adGroupAds')) {
    if (textAt(holder, 'ad', 'resourceName') !== name) continue;
    checkNotRemoved('adGroupAds', holder);
    context.touchOnce(textAt(holder, 'resourceName'), ['update', 'resource_name']);
    const next = structuredClone(holder);
    const fields = maskFields(mask).map((field) => `ad.${field}`);
    for (const field of fields) setAt(next, field.split('.'), clone(at({ ad: update }, ...field.split('.'))));
    if (isObject(next.ad)) checkAd(next.ad, ['update']);
    context.transaction.put(next, 'UPDATE', fields);
    return name;
  }
  return fail({ mutateError: 'RESOURCE_NOT_FOUND' }, 'Resource was not found.', ['update', 'resource_name'], {
    trigger: name,
  });
}

/** A removed resource takes no more operations. */
export function checkNotRemoved(kind: Kind, resource: JsonObject): void {
  if (resource.status !== 'REMOVED') return;
  if (kind === 'campaignBudgets') {
    fail({ campaignBudgetError: 'CAMPAIGN_BUDGET_REMOVED' }, 'The campaign budget has been removed.', ['update']);
  }
  const message = 'The operation is not allowed for removed resources.';
  fail({ operationAccessDeniedError: 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE' }, message, ['update']);
}

function currentResource(context: MutateContext, kind: Kind, update: JsonObject): JsonObject {
  const name = context.resolve(textAt(update, 'resourceName'));
  const path = ['update', 'resource_name'];
  if (name === '') fail({ requestError: 'RESOURCE_NAME_MISSING' }, 'Resource name is missing.', path);
  if (!name.startsWith(context.nameOf(kind, ''))) {
    fail({ requestError: 'RESOURCE_NAME_MALFORMED' }, 'Resource name is malformed.', path, { trigger: name });
  }
  const current = context.transaction.get(name);
  if (!current) {
    return fail({ mutateError: 'RESOURCE_NOT_FOUND' }, 'Resource was not found.', path, { trigger: name });
  }
  checkNotRemoved(kind, current);
  if (current.negative === true) {
    const message = 'Negative criteria cannot be updated.';
    if (kind === 'campaignCriteria') {
      fail({ campaignCriterionError: 'CANNOT_UPDATE_NEGATIVE_CRITERION' }, message, ['update']);
    }
    fail({ adGroupCriterionError: 'CANT_UPDATE_NEGATIVE' }, message, ['update']);
  }
  return current;
}

function maskedFields(kind: Kind, resource: string, mask: string): string[] {
  const fields = maskFields(mask);
  for (const field of fields) {
    const snake = field.split('.').map(snakeCase).join('.');
    const known = fieldNamed(`${resource}.${snake}`);
    const path = ['update_mask'];
    if (!known) {
      fail({ fieldMaskError: 'FIELD_NOT_FOUND' }, 'The field mask contained an invalid field.', path, {
        trigger: snake,
      });
    }
    if (known?.type === 'MESSAGE' && !known.repeated && kind !== 'adGroupAds') {
      const message = 'The field mask updated a field with subfields.';
      fail({ fieldMaskError: 'FIELD_HAS_SUBFIELDS' }, message, path, { trigger: snake });
    }
    const [top = ''] = field.split('.');
    if (UNCHANGEABLE.includes(top) || IMMUTABLE[kind].includes(top)) {
      fail({ fieldError: 'IMMUTABLE_FIELD' }, 'The field cannot be modified.', ['update', snakeCase(top)]);
    }
  }
  return fields;
}

function maskFields(mask: string): string[] {
  const fields = mask
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  if (fields.length === 0) {
    const message = 'The field mask must be provided for update operations.';
    fail({ fieldMaskError: 'FIELD_MASK_MISSING' }, message, ['update_mask']);
  }
  return fields.map((field) => field.split('.').map(camelCase).join('.')).filter((field) => field !== 'resourceName');
}

function checkUpdated(
  context: MutateContext,
  kind: Kind,
  before: JsonObject,
  next: JsonObject,
  fields: string[],
): void {
  if (fields.includes('status')) checkEnum(next.status, ['ENABLED', 'PAUSED'], ['update', 'status']);
  if (fields.includes('cpcBidMicros') && next.cpcBidMicros !== undefined) {
    checkBid(next.cpcBidMicros, context.currency, ['update', 'cpc_bid_micros']);
  }
  switch (kind) {
    case 'campaignBudgets':
      checkBudgetAmount(next.amountMicros, context.currency, ['update', 'amount_micros']);
      checkBudgetName(context, next, ['update', 'name']);
      return;
    case 'campaigns':
      if (fields.includes('name')) checkCampaignName(context, next, ['update', 'name']);
      switchStrategy(next, before, fields);
      checkBidding(context, next, 'update');
      return;
    case 'adGroups':
      if (fields.includes('name')) checkAdGroupName(context, next, ['update', 'name']);
      return;
    default:
      return;
  }
}

/** Naming another strategy's field in the mask replaces the strategy. */
function switchStrategy(next: JsonObject, before: JsonObject, fields: readonly string[]): void {
  const chosen = STRATEGIES.find(([field]) => fields.some((masked) => masked.startsWith(`${field}.`)));
  if (!chosen || before.biddingStrategyType === chosen[1]) return;
  for (const [field] of STRATEGIES) if (field !== chosen[0]) delete next[field];
  next.biddingStrategyType = chosen[1];
}

function clone(value: ReturnType<typeof at>): ReturnType<typeof at> {
  return value === undefined ? undefined : structuredClone(value);
}

const UNCHANGEABLE = [
  'id',
  'criterionId',
  'type',
  'servingStatus',
  'primaryStatus',
  'biddingStrategyType',
  'approvalStatus',
];
const IMMUTABLE: Record<Kind, readonly string[]> = {
  campaignBudgets: ['period', 'explicitlyShared'],
  campaigns: ['advertisingChannelType'],
  campaignCriteria: ['campaign', 'keyword', 'location', 'language', 'negative'],
  campaignAssets: ['campaign', 'asset', 'fieldType'],
  adGroups: ['campaign'],
  adGroupAds: ['ad', 'adGroup', 'policySummary', 'adStrength'],
  adGroupCriteria: ['adGroup', 'keyword', 'negative'],
  assets: ['sitelinkAsset', 'calloutAsset'],
};

import type { JsonObject } from '../json.ts';
import { at, isObject, textAt } from '../json.ts';
import { checkAdText, checkFinalUrls } from './checks.ts';
import type { MutateContext } from './context.ts';
import { fail, failRequired } from './operation-failure.ts';

/** A sitelink or callout; content that exists already gives the existing asset. */
export function createAsset(context: MutateContext, draft: JsonObject): JsonObject {
  const type = checkedType(draft);
  const id = context.takeId();
  const created = { ...draft, resourceName: context.nameOf('assets', id), id, type };
  return context.transaction.holderOf(created) ?? created;
}

/** A sitelink has a text of 25 and two lines of 35 characters and a URL; a callout a text of 25. */
function checkedType(draft: JsonObject): 'SITELINK' | 'CALLOUT' {
  if (isObject(draft.sitelinkAsset)) {
    checkSitelink(draft.sitelinkAsset);
    checkFinalUrls(draft.finalUrls, ['create']);
    return 'SITELINK';
  }
  if (isObject(draft.calloutAsset)) {
    checkAdText(at(draft.calloutAsset, 'calloutText'), TEXT, ['create', 'callout_asset', 'callout_text']);
    return 'CALLOUT';
  }
  return fail({ assetError: 'ASSET_DATA_IS_MISSING' }, 'Asset data is missing.', ['create']);
}

/** Links an asset to a campaign in the field that fits its type. */
export function createCampaignAsset(context: MutateContext, draft: JsonObject): JsonObject {
  const campaign = context.parent(draft, 'campaign', 'campaign', 'campaigns');
  const asset = context.parent(draft, 'asset', 'asset', 'assets');
  if (draft.fieldType !== asset.type) {
    const message = 'The provided field type is incompatible with the asset type.';
    fail({ assetLinkError: 'FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE' }, message, ['create', 'field_type']);
  }
  const id = `${textAt(campaign, 'id')}~${textAt(asset, 'id')}~${textAt(asset, 'type')}`;
  const created = {
    ...draft,
    resourceName: context.nameOf('campaignAssets', id),
    status: 'ENABLED',
    source: 'ADVERTISER',
  };
  const existing = context.transaction.get(created.resourceName);
  if (existing && existing.status !== 'REMOVED') return existing;
  checkRoomForLink(context, created);
  return created;
}

function checkSitelink(sitelink: JsonObject): void {
  const path = ['create', 'sitelink_asset'];
  checkAdText(sitelink.linkText, TEXT, [...path, 'link_text']);
  const { description1, description2 } = sitelink;
  if (description1 && !description2) failRequired([...path, 'description2']);
  if (description2 && !description1) failRequired([...path, 'description1']);
  if (description1) checkAdText(description1, DESCRIPTION, [...path, 'description1']);
  if (description2) checkAdText(description2, DESCRIPTION, [...path, 'description2']);
}

function checkRoomForLink(context: MutateContext, created: JsonObject): void {
  let linked = 0;
  for (const link of context.transaction.all('campaignAssets')) {
    const alike = link.campaign === created.campaign && link.fieldType === created.fieldType;
    if (alike && link.status !== 'REMOVED') linked += 1;
  }
  if (linked < LINKS_PER_FIELD) return;
  const message = 'The campaign has as many assets of this type as it can.';
  fail({ resourceCountLimitExceededError: 'RESOURCE_LIMIT' }, message, ['create']);
}

const TEXT = 25;
const DESCRIPTION = 35;
const LINKS_PER_FIELD = 20;

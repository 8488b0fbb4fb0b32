import type { Json, JsonObject } from '../json.ts';
import { at, isObject, listAt, textAt } from '../json.ts';
import { checkAdText, checkBid, checkEnum, checkFinalUrls, checkKeyword, checkPolicy, int64AsText } from './checks.ts';
import type { MutateContext } from './context.ts';
import { fail, failRequired } from './operation-failure.ts';

/** A new ad group, with a name that is free in its campaign. */
export function createAdGroup(context: MutateContext, draft: JsonObject): JsonObject {
  context.parent(draft, 'campaign', 'campaign', 'campaigns');
  checkEnum(draft.status, ['ENABLED', 'PAUSED'], ['create', 'status']);
  if (draft.cpcBidMicros !== undefined) checkBid(draft.cpcBidMicros, context.currency, ['create', 'cpc_bid_micros']);
  int64AsText(draft, ['cpcBidMicros']);
  const id = context.takeId();
  const adGroup = {
    status: 'ENABLED',
    type: 'SEARCH_STANDARD',
    ...draft,
    resourceName: context.nameOf('adGroups', id),
    id,
  };
  checkAdGroupName(context, adGroup, ['create', 'name']);
  return adGroup;
}

/** An ad group's name must be set, and free in its campaign. */
export function checkAdGroupName(context: MutateContext, adGroup: JsonObject, path: readonly string[]): void {
  if (textAt(adGroup, 'name') === '') {
    fail({ adGroupError: 'MISSING_ADGROUP_NAME' }, 'AdGroup name is missing.', path);
  }
  if (!context.transaction.holderOf(adGroup)) return;
  const message = 'AdGroup with the same name already exists for the campaign.';
  fail({ adGroupError: 'DUPLICATE_ADGROUP_NAME' }, message, path, { trigger: textAt(adGroup, 'name') });
}

/** A new responsive search ad; an ad group holds three enabled ones at most. */
export function createAdGroupAd(context: MutateContext, draft: JsonObject): JsonObject {
  const adGroup = context.parent(draft, 'adGroup', 'ad_group', 'adGroups');
  checkEnum(draft.status, ['ENABLED', 'PAUSED'], ['create', 'status']);
  const ad = at(draft, 'ad');
  if (!isObject(ad)) return failRequired(['create', 'ad']);
  checkAd(ad, ['create', 'ad']);
  if (draft.status !== 'PAUSED') checkRoomForAd(context, adGroup);
  const id = context.takeId();
  return {
    status: 'ENABLED',
    ...draft,
    resourceName: context.nameOf('adGroupAds', `${textAt(adGroup, 'id')}~${id}`),
    ad: { ...ad, id, resourceName: `customers/${context.account.id}/ads/${id}`, type: 'RESPONSIVE_SEARCH_AD' },
    adStrength: listAt(ad, 'responsiveSearchAd', 'headlines').length >= 8 ? 'EXCELLENT' : 'GOOD',
    policySummary: { reviewStatus: 'REVIEWED', approvalStatus: 'APPROVED' },
  };
}

/** A responsive search ad needs a final URL, 3–15 headlines, 2–4 descriptions and short paths. */
export function checkAd(ad: JsonObject, path: readonly string[]): void {
  const responsive = ad.responsiveSearchAd;
  if (!isObject(responsive)) {
    fail({ adError: 'INVALID_AD_TYPE' }, 'Only responsive search ads can be created.', path);
  }
  checkFinalUrls(ad.finalUrls, path);
  const inside = [...path, 'responsive_search_ad'];
  checkTexts(responsive, 'headlines', { fewest: 3, most: 15, characters: 30 }, inside);
  checkTexts(responsive, 'descriptions', { fewest: 2, most: 4, characters: 90 }, inside);
  const { path1, path2 } = responsive;
  if (path2 && !path1) {
    fail({ adError: 'CANNOT_SET_PATH2_WITHOUT_PATH1' }, 'Cannot set path2 without path1.', [...inside, 'path2']);
  }
  if (path1) checkAdText(path1, PATH_CHARACTERS, [...inside, 'path1']);
  if (path2) checkAdText(path2, PATH_CHARACTERS, [...inside, 'path2']);
}

/** A keyword of an ad group. Adding one that exists updates it, as Google does; only its sign cannot change. */
export function createAdGroupCriterion(context: MutateContext, draft: JsonObject): JsonObject {
  const adGroup = context.parent(draft, 'adGroup', 'ad_group', 'adGroups');
  checkKeyword(draft.keyword, ['create']);
  checkEnum(draft.status, ['ENABLED', 'PAUSED'], ['create', 'status']);
  const negative = draft.negative === true;
  if (negative && draft.cpcBidMicros !== undefined) {
    fail({ fieldError: 'VALUE_MUST_BE_UNSET' }, 'A negative keyword has no bid.', ['create', 'cpc_bid_micros']);
  }
  if (!negative) checkPolicy(textAt(draft, 'keyword', 'text'), ['create', 'keyword', 'text']);
  if (draft.cpcBidMicros !== undefined) checkBid(draft.cpcBidMicros, context.currency, ['create', 'cpc_bid_micros']);
  int64AsText(draft, ['cpcBidMicros']);
  const id = context.takeId();
  const created = {
    status: 'ENABLED',
    ...draft,
    resourceName: context.nameOf('adGroupCriteria', `${textAt(adGroup, 'id')}~${id}`),
    criterionId: id,
    type: 'KEYWORD',
    negative,
    ...(!negative && { approvalStatus: 'APPROVED', systemServingStatus: 'ELIGIBLE' }),
  };
  return existingOr(context, created);
}

function existingOr(context: MutateContext, created: JsonObject): JsonObject {
  const existing = context.transaction.holderOf(created);
  if (!existing) return created;
  if (existing.negative !== created.negative) {
    const message = 'The negative field of an existing criterion cannot be changed.';
    fail({ adGroupCriterionError: 'CANT_UPDATE_NEGATIVE' }, message, ['create', 'negative']);
  }
  const { resourceName, criterionId } = existing;
  return { ...existing, ...created, resourceName: resourceName ?? '', criterionId: criterionId ?? '' };
}

function checkTexts(
  responsive: JsonObject,
  field: 'headlines' | 'descriptions',
  limits: { fewest: number; most: number; characters: number },
  path: readonly string[],
): void {
  const texts = listAt(responsive, field);
  const here = [...path, field];
  if (texts.length < limits.fewest) fail({ collectionSizeError: 'TOO_FEW' }, 'Too few.', here);
  if (texts.length > limits.most) fail({ collectionSizeError: 'TOO_MANY' }, 'Too many.', here);
  const seen = new Set<Json | undefined>();
  texts.forEach((asset, index) => {
    const text = at(asset, 'text');
    checkAdText(text, limits.characters, [...path, [field, index], 'text']);
    const key = typeof text === 'string' ? text.toLowerCase() : text;
    if (seen.has(key)) {
      const message = 'Duplicate assets across different fields of an ad are not allowed.';
      fail({ assetError: 'DUPLICATE_ASSET' }, message, [...path, [field, index]], { trigger: String(text) });
    }
    seen.add(key);
  });
}

function checkRoomForAd(context: MutateContext, adGroup: JsonObject): void {
  let enabled = 0;
  for (const ad of context.transaction.all('adGroupAds')) {
    if (ad.adGroup === adGroup.resourceName && ad.status === 'ENABLED') enabled += 1;
  }
  if (enabled < ADS_PER_AD_GROUP) return;
  const details = {
    enclosingId: textAt(adGroup, 'id'),
    enclosingResource: 'AdGroup',
    limit: ADS_PER_AD_GROUP,
    existingCount: enabled,
  };
  const message = 'The ad group has as many enabled responsive search ads as it can.';
  fail({ resourceCountLimitExceededError: 'RESOURCE_LIMIT' }, message, ['create'], {
    details: { resourceCountDetails: details },
  });
}

const PATH_CHARACTERS = 15;
const ADS_PER_AD_GROUP = 3;

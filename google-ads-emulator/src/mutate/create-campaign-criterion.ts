import type { JsonObject } from '../json.ts';
import { at, isObject, numberAt, textAt } from '../json.ts';
import { checkKeyword } from './checks.ts';
import type { MutateContext } from './context.ts';
import { fail } from './operation-failure.ts';

/** A target or exclusion of a campaign: negative keyword, location, language or proximity. */
export function createCampaignCriterion(context: MutateContext, draft: JsonObject): JsonObject {
  const campaign = context.parent(draft, 'campaign', 'campaign', 'campaigns');
  const target = targetOf(draft);
  const criterionId = target.id || context.takeId();
  const created = {
    ...draft,
    resourceName: context.nameOf('campaignCriteria', `${textAt(campaign, 'id')}~${criterionId}`),
    criterionId,
    type: target.type,
    negative: draft.negative === true,
    status: 'ENABLED',
  };
  const named = context.transaction.get(created.resourceName);
  const existing = context.transaction.holderOf(created) ?? (named?.status === 'REMOVED' ? undefined : named);
  if (!existing) return created;
  if (existing.negative !== created.negative) {
    const message = 'A criterion cannot be both targeted and excluded.';
    fail({ campaignCriterionError: 'CANNOT_TARGET_AND_EXCLUDE' }, message, ['create']);
  }
  return existing;
}

function targetOf(draft: JsonObject): { type: string; id: string } {
  if (draft.keyword !== undefined) return negativeKeyword(draft);
  if (draft.location !== undefined) return { type: 'LOCATION', id: constantId(draft, 'location') };
  if (draft.language !== undefined) return { type: 'LANGUAGE', id: constantId(draft, 'language') };
  if (isObject(draft.proximity)) return proximity(draft.proximity);
  const message = 'Concrete type of criterion is required.';
  return fail({ campaignCriterionError: 'CONCRETE_TYPE_REQUIRED' }, message, ['create']);
}

function negativeKeyword(draft: JsonObject): { type: string; id: string } {
  if (draft.negative !== true) {
    const message = 'Keywords of a campaign can only be excluded.';
    fail({ campaignCriterionError: 'OPERATOR_NOT_SUPPORTED_FOR_CRITERION_TYPE' }, message, ['create', 'keyword']);
  }
  checkKeyword(draft.keyword, ['create']);
  return { type: 'KEYWORD', id: '' };
}

function constantId(draft: JsonObject, field: 'location' | 'language'): string {
  const [key, snake] = CONSTANTS[field];
  const name = textAt(draft, field, key);
  const id = /^(?:geoTargetConstants|languageConstants)\/(\d+)$/.exec(name)?.[1];
  if (id !== undefined) return id;
  const message = 'Criterion ID is invalid.';
  return fail({ criterionError: 'INVALID_CRITERION_ID' }, message, ['create', field, snake], { trigger: name });
}

function proximity(target: JsonObject): { type: string; id: string } {
  const radius = numberAt(target, 'radius');
  if (!(radius > 0 && radius <= MAXIMUM_RADIUS)) {
    fail({ criterionError: 'INVALID_PROXIMITY_RADIUS' }, 'Invalid radius.', ['create', 'proximity', 'radius']);
  }
  if (at(target, 'geoPoint') === undefined && at(target, 'address') === undefined) {
    const message = 'Proximity needs a point or an address.';
    const code = 'PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL';
    fail({ criterionError: code }, message, ['create', 'proximity']);
  }
  return { type: 'PROXIMITY', id: '' };
}

const MAXIMUM_RADIUS = 800;
const CONSTANTS = {
  location: ['geoTargetConstant', 'geo_target_constant'],
  language: ['languageConstant', 'language_constant'],
} as const;

import { googleAdsError, invalid } from '../google-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { isObject, textAt } from '../json.ts';
import type { Account, Author, Kind } from '../store/account.ts';
import { Transaction } from '../store/transaction.ts';
import type { World } from '../store/world.ts';
import type { GoogleAdsError } from '../wire.gen.ts';
import { MutateContext } from './context.ts';
import { createAdGroup, createAdGroupAd, createAdGroupCriterion } from './create-ad-group.ts';
import { createAsset, createCampaignAsset } from './create-asset.ts';
import { createCampaign, createCampaignBudget } from './create-campaign.ts';
import { createCampaignCriterion } from './create-campaign-criterion.ts';
import { fail, OperationFailure } from './operation-failure.ts';
import { removeResource } from './remove.ts';
import { updateAd, updateResource } from './update.ts';

/** The options of a mutate request. */
export interface MutateOptions {
  operations: readonly Json[];
  partialFailure: boolean;
  validateOnly: boolean;
}

/** What a mutate did: one response for each operation, empty where it failed. */
export interface MutateOutcome {
  errors: GoogleAdsError[];
  responses: JsonObject[];
}

/** Runs a mutate: all of it or nothing, unless partial failure was asked for; the seed goes through here too. */
export function mutate(
  world: World,
  account: Account,
  options: MutateOptions,
  author: Author,
  now: number,
): MutateOutcome {
  const { operations, partialFailure, validateOnly } = options;
  checkCount(operations.length);
  const transaction = new Transaction(account);
  const context = new MutateContext(account, transaction, () => world.takeId(), now);
  const errors: GoogleAdsError[] = [];
  const responses = operations.map((operation, index) => {
    const savepoint = transaction.savepoint();
    try {
      return perform(context, operation);
    } catch (error) {
      if (!(error instanceof OperationFailure)) throw error;
      transaction.rollBack(savepoint);
      noteFailedTemporary(context, operation);
      errors.push(errorAt(index, operation, error));
      return {};
    }
  });
  const succeeds = errors.length === 0 || partialFailure;
  if (succeeds && !validateOnly) {
    const { resources, changes } = transaction.outcome(now, author);
    world.commit(account, now, resources, changes);
  }
  return { errors, responses: validateOnly ? [] : responses };
}

function checkCount(count: number): void {
  if (count === 0) {
    invalid({ requestError: 'REQUIRED_FIELD_MISSING' }, 'Required field is missing', ['mutate_operations']);
  }
  if (count > OPERATIONS_PER_REQUEST) {
    const message = `Too many mutate operations in request. The limit is ${OPERATIONS_PER_REQUEST}.`;
    invalid({ requestError: 'TOO_MANY_MUTATE_OPERATIONS' }, message, ['mutate_operations']);
  }
}

function perform(context: MutateContext, operation: Json): JsonObject {
  const { key, body } = openOperation(operation);
  const { create, update, remove, updateMask } = body;
  if (key === 'adOperation') {
    if (!isObject(update)) return failNoOperation();
    return { adResult: { resourceName: updateAd(context, update, typeof updateMask === 'string' ? updateMask : '') } };
  }
  const service = SERVICES[key];
  if (!service) return failNoOperation();
  const name = isObject(create)
    ? createResource(context, service, create)
    : isObject(update)
      ? updateResource(
          context,
          service.kind,
          service.resource,
          update,
          typeof updateMask === 'string' ? updateMask : '',
        )
      : typeof remove === 'string'
        ? removeResource(context, service.kind, remove)
        : failNoOperation();
  return { [key.replace(/Operation$/, 'Result')]: { resourceName: name } };
}

function createResource(context: MutateContext, service: Service, draft: JsonObject): string {
  const temporary = textAt(draft, 'resourceName');
  if (temporary !== '') context.claimTemporary(temporary);
  const { resourceName: _, ...fields } = structuredClone(draft);
  const created = service.create(context, fields);
  const name = textAt(created, 'resourceName');
  const existing = context.transaction.get(name);
  if (existing !== created) writeCreated(context, created, existing);
  if (temporary !== '') context.bindTemporary(temporary, name);
  return name;
}

/** A create that meets an existing keyword is recorded as the update it is, and not at all when nothing differs. */
function writeCreated(context: MutateContext, created: JsonObject, existing: JsonObject | undefined): void {
  const isRevival = existing !== undefined && existing.status !== 'REMOVED';
  const fields = Object.keys(created).filter((field) => {
    return (
      field !== 'resourceName' && (!isRevival || JSON.stringify(created[field]) !== JSON.stringify(existing[field]))
    );
  });
  if (fields.length > 0) context.transaction.put(created, isRevival ? 'UPDATE' : 'CREATE', fields);
}

function openOperation(operation: Json): { key: string; body: JsonObject } {
  const [first] = isObject(operation) ? Object.entries(operation) : [];
  const [key, body] = first ?? [];
  return key !== undefined && isObject(body) ? { key, body } : failNoOperation();
}

function failNoOperation(): never {
  fail({ requestError: 'OPERATION_REQUIRED' }, 'An operation is required.', []);
}

function noteFailedTemporary(context: MutateContext, operation: Json): void {
  const [body] = isObject(operation) ? Object.values(operation) : [];
  const name = textAt(body, 'create', 'resourceName');
  if (name !== '') context.failTemporary(name);
}

function errorAt(index: number, operation: Json, failure: OperationFailure): GoogleAdsError {
  const [key] = isObject(operation) ? Object.keys(operation) : [];
  const field = key?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const path = [['mutate_operations', index] as const, ...(field ? [field] : []), ...failure.path];
  return googleAdsError(failure.errorCode, failure.message, path, failure.extras);
}

interface Service {
  kind: Kind;
  resource: string;
  create: (context: MutateContext, draft: JsonObject) => JsonObject;
}

const OPERATIONS_PER_REQUEST = 10_000;
const SERVICES: Record<string, Service> = {
  campaignBudgetOperation: { kind: 'campaignBudgets', resource: 'campaign_budget', create: createCampaignBudget },
  campaignOperation: { kind: 'campaigns', resource: 'campaign', create: createCampaign },
  campaignCriterionOperation: {
    kind: 'campaignCriteria',
    resource: 'campaign_criterion',
    create: createCampaignCriterion,
  },
  campaignAssetOperation: { kind: 'campaignAssets', resource: 'campaign_asset', create: createCampaignAsset },
  adGroupOperation: { kind: 'adGroups', resource: 'ad_group', create: createAdGroup },
  adGroupAdOperation: { kind: 'adGroupAds', resource: 'ad_group_ad', create: createAdGroupAd },
  adGroupCriterionOperation: {
    kind: 'adGroupCriteria',
    resource: 'ad_group_criterion',
    create: createAdGroupCriterion,
  },
  assetOperation: { kind: 'assets', resource: 'asset', create: createAsset },
};

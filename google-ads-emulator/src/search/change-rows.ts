import { DAY_MS } from '../clock.ts';
import { namedRange } from '../gaql/date-range.ts';
import type { Condition, Query } from '../gaql/parser.ts';
import { invalid } from '../google-error.ts';
import type { JsonObject } from '../json.ts';
import type { Account, Change, Kind } from '../store/account.ts';
import type { ChangeEventError } from '../wire.gen.ts';
import { campaignOf, customerOf } from './entity-rows.ts';

/** The rows of change_event or change_status, newest first, once the query keeps Google's limits. */
export function changeRows(account: Account, query: Query, now: number): JsonObject[] {
  const isEvent = query.from === 'change_event';
  checkLimits(account, query, now, isEvent);
  const newestFirst = account.changes.toReversed();
  if (isEvent) return newestFirst.map((change) => eventRow(account, change));
  const lastOfEach = new Map<string, Change>();
  for (const change of newestFirst) if (!lastOfEach.has(change.name)) lastOfEach.set(change.name, change);
  return [...lastOfEach.values()].map((change) => statusRow(account, change));
}

function checkLimits(account: Account, query: Query, now: number, isEvent: boolean): void {
  const refuse: (code: ChangeEventError, message: string) => never = (code, message) =>
    invalid(isEvent ? { changeEventError: code } : { changeStatusError: code }, message);
  if (query.limit === undefined) {
    refuse('LIMIT_NOT_SPECIFIED', `The ${query.from} search request must specify a LIMIT.`);
  }
  if (query.limit > CHANGE_ROWS)
    refuse('INVALID_LIMIT_CLAUSE', 'The LIMIT specified should be less than or equal to 10K.');
  const field = isEvent ? 'change_event.change_date_time' : 'change_status.last_change_date_time';
  const { from, to } = localRange(
    query.where.filter((condition) => condition.field === field),
    account.time.day(now),
  );
  if (!Number.isFinite(from) || !Number.isFinite(to)) {
    refuse(
      'CHANGE_DATE_RANGE_INFINITE',
      `The ${query.from} search request must specify a finite range filter on ${field}.`,
    );
  }
  if (from > to) refuse('CHANGE_DATE_RANGE_NEGATIVE', 'The start of the range is after its end.');
  const oldest = (account.time.day(now) - (isEvent ? EVENT_DAYS : STATUS_DAYS)) * DAY_MS;
  if (from < oldest) refuse('START_DATE_TOO_OLD', 'The requested start date is too old.');
}

function localRange(conditions: readonly Condition[], today: number): { from: number; to: number } {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const { operator, values } of conditions) {
    const [low = Number.NaN, high = Number.NaN] = values.map(({ text }) => localInstant(text));
    if (operator === 'BETWEEN') {
      from = low;
      to = high;
    } else if (operator === 'DURING') {
      const range = namedRange(values[0]?.text ?? '', today);
      from = range.first * DAY_MS;
      to = (range.last + 1) * DAY_MS - 1;
    } else if (operator.startsWith('>')) from = low;
    else if (operator.startsWith('<')) to = low;
    else if (operator === '=') {
      from = low;
      to = low;
    }
  }
  return { from, to };
}

function localInstant(text: string): number {
  return Date.parse(`${(text.length === 10 ? `${text} 00:00:00` : text).replace(' ', 'T')}Z`);
}

function eventRow(account: Account, change: Change): JsonObject {
  const { type, field } = TYPES[change.kind];
  const resource = (values: JsonObject) => ({ [field]: { resourceName: change.name, ...values } });
  return {
    ...related(account, change),
    changeEvent: {
      resourceName: `customers/${account.id}/changeEvents/${change.at * 1000}~${change.index}~0`,
      changeDateTime: account.time.dateTime(change.at),
      changeResourceType: type,
      changeResourceName: change.name,
      clientType: change.clientType,
      userEmail: change.userEmail,
      resourceChangeOperation: change.operation,
      changedFields: change.fields.join(','),
      oldResource: change.operation === 'CREATE' ? {} : resource(change.before),
      newResource: change.operation === 'REMOVE' ? {} : resource(change.after),
      ...references(change),
    },
  };
}

function statusRow(account: Account, change: Change): JsonObject {
  const { type, field } = TYPES[change.kind];
  const status = change.operation === 'REMOVE' ? 'REMOVED' : change.operation === 'CREATE' ? 'ADDED' : 'CHANGED';
  return {
    ...related(account, change),
    changeStatus: {
      resourceName: `customers/${account.id}/changeStatus/${change.at * 1000}-${change.index}`,
      lastChangeDateTime: account.time.dateTime(change.at),
      resourceType: type,
      resourceStatus: status,
      [field]: change.name,
      ...references(change),
    },
  };
}

function references({ campaign, adGroup }: Change): JsonObject {
  return { ...(campaign !== '' && { campaign }), ...(adGroup !== '' && { adGroup }) };
}

function related(account: Account, change: Change): JsonObject {
  const campaign = campaignOf(account, change.campaign);
  const adGroup = account.get(change.adGroup);
  return { customer: customerOf(account), ...(campaign && { campaign }), ...(adGroup && { adGroup }) };
}

const CHANGE_ROWS = 10_000;
const EVENT_DAYS = 30;
const STATUS_DAYS = 90;
const TYPES: Record<Kind, { type: string; field: string }> = {
  campaignBudgets: { type: 'CAMPAIGN_BUDGET', field: 'campaignBudget' },
  campaigns: { type: 'CAMPAIGN', field: 'campaign' },
  campaignCriteria: { type: 'CAMPAIGN_CRITERION', field: 'campaignCriterion' },
  campaignAssets: { type: 'CAMPAIGN_ASSET', field: 'campaignAsset' },
  adGroups: { type: 'AD_GROUP', field: 'adGroup' },
  adGroupAds: { type: 'AD_GROUP_AD', field: 'adGroupAd' },
  adGroupCriteria: { type: 'AD_GROUP_CRITERION', field: 'adGroupCriterion' },
  assets: { type: 'ASSET', field: 'asset' },
};

import { eachInTurns } from '../../base/long-work.ts';
import type { ChangedCampaigns, ChangeEvent, WriteOperation } from '../../ports/ad-platform.ts';
import { AccountTime, epochMsOf, timestamp } from './account-time.ts';
import { changedThing } from './changed-thing.ts';
import type { GoogleAdsClient } from './client.ts';
import type { Gaql } from './gaql.ts';
import { gaql } from './gaql.ts';
import { at, isJson, requiredText, textAt } from './json.ts';
import type { PlatformTime } from './platform-time.ts';
import { idOf, resourceName } from './resource-names.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Changes show up late; looking back a little further than the cursor catches them. */
const OVERLAP_MS = 5 * MINUTE_MS;
const STATUS_REACH_MS = 89 * DAY_MS;
/** Google keeps 30 days of events; a little less, so that a query is not refused while it travels. */
const EVENT_REACH_MS = 30 * DAY_MS - 10 * MINUTE_MS;
const MAX_CHANGES = 10_000;

/** What the questions below are asked about. */
export interface ChangeContext {
  client: GoogleAdsClient;
  customerId: string;
  timeZone: string;
  time: PlatformTime;
}

/** Which campaigns changed; a change of a budget or an asset is led back to the campaigns that use it. */
export async function changedSince(context: ChangeContext, since: string): Promise<ChangedCampaigns> {
  const { time } = context;
  const cursor = timestamp(time.ourNow());
  const from = time.toPlatform(epochMsOf(since) - OVERLAP_MS);
  if (from < time.now() - STATUS_REACH_MS) return { campaignIds: [], everything: true, cursor };
  const local = new AccountTime(context.timeZone);
  const rows = await context.client.rows(
    context.customerId,
    gaql`SELECT change_status.last_change_date_time, change_status.resource_type, change_status.campaign,
      change_status.campaign_budget, change_status.asset FROM change_status
      WHERE change_status.last_change_date_time >= ${local.beginText(from)}
      AND change_status.last_change_date_time <= ${local.localText(time.now() + DAY_MS)}
      ORDER BY change_status.last_change_date_time LIMIT ${MAX_CHANGES}`,
  );
  const changed = (name: string) => distinct(rows.map((row) => textAt(row, 'changeStatus', name)));
  const users = await Promise.all([
    usersOf(context, changed('campaignBudget'), (names) => gaql`campaign.campaign_budget IN ${names}`, 'campaign'),
    usersOf(context, changed('asset'), (names) => gaql`campaign_asset.asset IN ${names}`, 'campaign_asset'),
  ]);
  const campaignIds = distinct([...changed('campaign').map(idOf), ...users.flat()]);
  return { campaignIds, everything: rows.length >= MAX_CHANGES, cursor };
}

/** Everything that happened to a campaign, its budget and what is below it. */
export async function changeEvents(
  context: ChangeContext,
  of: { campaignId: string; budgetId?: string; since: string },
): Promise<ChangeEvent[]> {
  const { client, customerId, time } = context;
  const local = new AccountTime(context.timeZone);
  const begin = local.beginText(time.toPlatform(epochMsOf(of.since)));
  const reached = local.localText(time.now() - EVENT_REACH_MS);
  const ask = (subject: Gaql) =>
    client.rows(
      customerId,
      gaql`SELECT change_event.change_date_time, change_event.change_resource_type,
        change_event.change_resource_name, change_event.client_type, change_event.user_email,
        change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource,
        change_event.new_resource FROM change_event
        WHERE change_event.change_date_time >= ${begin > reached ? begin : reached}
        AND change_event.change_date_time <= ${local.localText(time.now() + DAY_MS)} AND ${subject}
        ORDER BY change_event.change_date_time LIMIT ${MAX_CHANGES}`,
    );
  const campaign = resourceName(customerId, 'campaigns', of.campaignId);
  const budget = of.budgetId && resourceName(customerId, 'campaignBudgets', of.budgetId);
  const rows = await Promise.all([
    ask(gaql`change_event.campaign = ${campaign}`),
    budget ? ask(gaql`change_event.change_resource_name = ${budget}`) : [],
  ]);
  const instantsOf = (text: string) => {
    const { first, last } = local.instants(text, time.now());
    return { at: timestamp(time.toOurs(last)), notBefore: timestamp(time.toOurs(first)) };
  };
  // Thousands may have happened at one time.
  const known = new Map<string, ReturnType<typeof instantsOf>>();
  const dated = (text: string) => {
    const found = known.get(text) ?? instantsOf(text);
    known.set(text, found);
    return found;
  };
  const events = await eachInTurns(rows.flat(), (row) => eventsOf(at(row, 'changeEvent'), dated));
  return events.flat().toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** A value in the words of the wire: text as it is, anything else as JSON; null where there is none. */
function wireValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function usersOf(
  { client, customerId }: ChangeContext,
  names: string[],
  condition: (names: string[]) => Gaql,
  from: 'campaign' | 'campaign_asset',
): Promise<string[]> {
  if (names.length === 0) return [];
  const query =
    from === 'campaign'
      ? gaql`SELECT campaign.id FROM campaign WHERE ${condition(names)}`
      : gaql`SELECT campaign.id, campaign_asset.asset FROM campaign_asset WHERE ${condition(names)}`;
  // An asset may be linked as often as there are campaigns, and so may the next: of all that only campaigns are kept.
  const users = await client.gather(customerId, query, {
    begin: () => new Set<string>(),
    add: (found, row) => found.add(requiredText(row, 'campaign', 'id')),
  });
  return [...users];
}

const OPERATIONS: Readonly<Record<string, WriteOperation>> = { CREATE: 'create', UPDATE: 'update', REMOVE: 'remove' };

/** One event for each field that an update changed, one in all for a creation or removal. */
function eventsOf(event: unknown, dated: (localText: string) => Pick<ChangeEvent, 'at' | 'notBefore'>): ChangeEvent[] {
  const operation = OPERATIONS[textAt(event, 'resourceChangeOperation') ?? ''] ?? 'update';
  const about = {
    ...dated(requiredText(event, 'changeDateTime')),
    resource: requiredText(event, 'changeResourceName'),
    thing: changedThing(event),
    operation,
    clientType: textAt(event, 'clientType') ?? 'UNKNOWN',
    userEmail: textAt(event, 'userEmail'),
  };
  if (operation !== 'update') return [{ ...about, field: null, oldValue: null, newValue: null }];
  const fields = (textAt(event, 'changedFields') ?? '').split(',').filter((field) => field !== '');
  const value = (side: string, field: string) => {
    const resource = at(event, side);
    const [only] = isJson(resource) ? Object.values(resource) : [];
    return wireValue(at(only, ...field.split('.')));
  };
  return fields.map(camelCase).map((field) => ({
    ...about,
    field,
    oldValue: value('oldResource', field),
    newValue: value('newResource', field),
  }));
}

function camelCase(path: string): string {
  return path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}

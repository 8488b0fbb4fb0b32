import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import { newId } from '../base/ids.ts';
import type { LimitsRow } from './limits.store.ts';

/** The two limits on money. */
export type SpendingLimits = Pick<LimitsRow, 'max_spend' | 'api_budget_change_limit_pct'>;

const held = statement<[organizationId: number], SpendingLimits>(
  'select max_spend, api_budget_change_limit_pct from organization where id = $1 for update',
);

/** The limits on money as they are, held until the transaction ends. */
export function spendingLimitsHeld({ db, organizationId }: Tenancy): Promise<SpendingLimits | undefined> {
  return db.row(held, organizationId);
}

/** Who set the limits on money, when, and from what to what. */
export interface LimitChangeRow extends SpendingLimits {
  /** null where the operator made it. */
  request_id: string | null;
  at: string;
  user: string;
  max_spend_before: string | null;
  api_budget_change_limit_pct_before: string;
}

const COLUMNS = columns<LimitChangeRow>({
  request_id: 'request_id',
  at: 'at',
  user: '"user"',
  max_spend: 'max_spend',
  max_spend_before: 'max_spend_before',
  api_budget_change_limit_pct: 'api_budget_change_limit_pct',
  api_budget_change_limit_pct_before: 'api_budget_change_limit_pct_before',
});

const insert = statement<
  [
    organizationId: number,
    id: string,
    requestId: string | null,
    at: Date,
    user: string,
    capBefore: string | null,
    cap: string | null,
    percentBefore: string,
    percent: string,
  ],
  never
>(`
  insert into limit_change (organization_id, id, request_id, at, "user", max_spend_before, max_spend,
    api_budget_change_limit_pct_before, api_budget_change_limit_pct)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

/** Keeps from what to what the limits were set. */
export async function noteLimitChange(
  { db, organizationId }: Tenancy,
  { requestId, at, user }: { requestId: string | null; at: Date; user: string },
  { before, after }: { before: SpendingLimits; after: SpendingLimits },
): Promise<void> {
  const caps = [before.max_spend, after.max_spend] as const;
  const percents = [before.api_budget_change_limit_pct, after.api_budget_change_limit_pct] as const;
  if (caps[0] === caps[1] && percents[0] === percents[1]) return;
  const id = newId('lim', at.getTime());
  await db.execute(insert, organizationId, id, requestId, at, user, ...caps, ...percents);
}

const MOST_LOOKED_AT = 5_000;

const made = statement<[organizationId: number, user: string, since: Date], { made: number }>(`
  select count(*)::integer as made
  from (select "user", at from limit_change where organization_id = $1 order by id desc limit ${MOST_LOOKED_AT}) c
  where "user" = $2 and at > $3`);

/** How often somebody has changed the limits since then, as far as that is among the last changes. */
export async function limitChangesOf({ db, organizationId }: Tenancy, user: string, since: Date): Promise<number> {
  return (await db.row(made, organizationId, user, since))?.made ?? 0;
}

const newest = statement<[organizationId: number, limit: number], LimitChangeRow>(`
  select ${COLUMNS} from limit_change where organization_id = $1 order by id desc limit $2`);

/** The last changes of the limits, the newest first. */
export function newestLimitChanges({ db, organizationId }: Tenancy, limit: number): Promise<LimitChangeRow[]> {
  return db.rows(newest, organizationId, limit);
}

import { type Statement, statement, type Transaction } from '../base/database.ts';

/** What the platform counts, as the tables of daily figures name it. */
export const FIGURE_COLUMNS = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];

/** The days of one account on one level that are replaced together, both included. */
export interface DayRange {
  organizationId: number;
  accountId: string;
  from: string;
  to: string;
}

/** How incoming rows take the place of a table's: most days come again unchanged, and those rows are not touched. */
export interface DayMerge {
  makeIncoming: Statement<[], never>;
  removeGone: Statement<[organizationId: number, accountId: string, from: string, to: string], never>;
  updateChanged: Statement<[organizationId: number, from: string, to: string], never>;
  insertNew: Statement<[organizationId: number, from: string, to: string], never>;
}

/** A table of daily figures: `key` identifies a row of an organization, `others` are columns beside the figures. */
interface DayTable {
  table: string;
  key: readonly string[];
  others: readonly string[];
}

/**
 * Prepares the statements that bring a table in line with `incoming_figures`. Those stay in one place, while the table
 * may not: they are read before, for themselves.
 */
export function dayMerge({ table, key, others }: DayTable): DayMerge {
  const sameKey = key.map((column) => `i.${column} = t.${column}`).join(' and ');
  const values = [...FIGURE_COLUMNS, ...others];
  const columns = [...key, ...values];
  const incoming = (columns: readonly string[]) =>
    `with incoming as materialized (select ${columns} from incoming_figures)`;
  return {
    makeIncoming: statement(`create temporary table incoming_figures (like ${table}) on commit drop`),
    removeGone: statement(`
    ${incoming(key)}
    delete from ${table} t
    where t.organization_id = $1 and t.day between $3 and $4
      and t.campaign_id = any (array(select id from campaign where organization_id = $1 and ad_account_id = $2))
      and not exists (select 1 from incoming i where ${sameKey})`),
    updateChanged: statement(`
    ${incoming(columns)}
    update ${table} t set ${values.map((column) => `${column} = i.${column}`)}
    from incoming i
    where t.organization_id = $1 and t.day between $2 and $3 and ${sameKey}
      and (${values.map((column) => `t.${column}`)}) is distinct from (${values.map((column) => `i.${column}`)})`),
    insertNew: statement(`
    ${incoming(columns)}
    insert into ${table} (organization_id, ${columns})
    select $1::integer, ${columns.map((column) => `i.${column}`)} from incoming i
    where not exists (
      select 1 from ${table} t where t.organization_id = $1 and t.day between $2 and $3 and ${sameKey}
    )
    order by i.day, i.campaign_id`),
  };
}

/** Brings the days in line with the incoming rows and tells how many rows that changed. */
export async function mergeDays(
  transaction: Transaction,
  { removeGone, updateChanged, insertNew }: DayMerge,
  { organizationId, accountId, from, to }: DayRange,
): Promise<number> {
  const removed = await transaction.execute(removeGone, organizationId, accountId, from, to);
  const updated = await transaction.execute(updateChanged, organizationId, from, to);
  const inserted = await transaction.execute(insertNew, organizationId, from, to);
  return removed + updated + inserted;
}

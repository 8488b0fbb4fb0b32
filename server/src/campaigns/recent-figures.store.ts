import type { Tenancy } from '../base/context.ts';
import { statement, type Transaction } from '../base/database.ts';
import { LOCKS_WAIT_MS, lettingGo } from '../base/letting-go.ts';

/** Where there are no figures, a day before all others. */
const latest = (parameter: string) => `coalesce(${parameter}::date, '-infinity')`;
const LATEST = latest('$2');

/** The ratio is taken from exact figures, with more digits than any two of them can differ by, and rounded once. */
const writeCampaigns = statement<[organizationId: number, latestDay: string | null], never>(`
  update campaign c set spend_7d = f.spend, conversions_7d = f.conversions, cpa_7d = f.cpa
  from (
    select c.id, round(s.cost / 1e6, 2) as spend, round(s.conversions / 1e6, 2) as conversions,
      coalesce(round(s.cost::numeric(40, 20) / nullif(s.conversions, 0), 2), 0) as cpa
    from campaign c
    left join campaign_sum b on b.organization_id = $1 and b.campaign_id = c.id and b.day = ${LATEST}
    left join campaign_sum a on a.organization_id = $1 and a.campaign_id = c.id and a.day = ${LATEST} - 7
    cross join lateral (
      select coalesce(b.cost_micros, 0) - coalesce(a.cost_micros, 0) as cost,
        coalesce(b.conversions_micros, 0) - coalesce(a.conversions_micros, 0) as conversions
    ) s
    where c.organization_id = $1
  ) f
  where c.organization_id = $1 and c.id = f.id
    and (c.spend_7d, c.conversions_7d, c.cpa_7d) <> (f.spend, f.conversions, f.cpa)`);

const beginTaking = statement<[], never>('savepoint campaign_figures');
const letGo = statement<[], never>('rollback to savepoint campaign_figures');
const waitBriefly = statement<[], never>(`set local lock_timeout = ${LOCKS_WAIT_MS}`);

/**
 * Writes the figures that rows of campaigns carry; those whose figures stayed the same are not touched. Changes need
 * these rows: it comes last in its transaction, and lets go of them while it waits for one.
 */
export async function writeCampaignFigures(
  transaction: Transaction,
  organizationId: number,
  latestDay: string | null,
): Promise<void> {
  await transaction.execute(waitBriefly);
  await transaction.execute(beginTaking);
  await lettingGo(async () => {
    try {
      await transaction.execute(writeCampaigns, organizationId, latestDay);
    } catch (error) {
      await transaction.execute(letGo);
      throw error;
    }
  });
}

const KEYWORDS_AT_ONCE = 1_000;

const lastOfNext = statement<[organizationId: number, after: number], { last: number | null }>(`
  select max(id) as last from (
    select id from keyword where organization_id = $1 and id > $2 order by id limit ${KEYWORDS_AT_ONCE}
  ) k`);

const writeKeywords = statement<
  [organizationId: number, after: number, last: number, latestDay: string | null],
  never
>(`
  update keyword k set clicks_30d = f.clicks, cost_30d = f.cost, conversions_30d = f.conversions
  from (
    select k.id, coalesce(s.clicks, 0) as clicks, coalesce(s.cost, 0) as cost,
      coalesce(s.conversions, 0) as conversions
    from keyword k cross join lateral (
      select sum(clicks)::integer as clicks, round(sum(cost_micros) / 1e6, 2) as cost,
        round(sum(conversions_micros) / 1e6, 2) as conversions
      from keyword_day
      where organization_id = $1 and keyword_id = k.id and day between ${latest('$4')} - 29 and ${latest('$4')}
    ) s
    where k.organization_id = $1 and k.id > $2 and k.id <= $3
  ) f
  where k.organization_id = $1 and k.id > $2 and k.id <= $3 and k.id = f.id
    and (k.clicks_30d, k.cost_30d, k.conversions_30d) <> (f.clicks, f.cost, f.conversions)`);

/**
 * Writes the same of the next keywords, so few that a change which needs one of them hardly waits. Tells the last of
 * them; nothing where none were left.
 */
export async function writeKeywordFigures(
  { db, organizationId }: Tenancy,
  after: number,
  latestDay: string | null,
): Promise<number | undefined> {
  const last = (await db.row(lastOfNext, organizationId, after))?.last ?? undefined;
  if (last !== undefined) await db.execute(writeKeywords, organizationId, after, last, latestDay);
  return last;
}

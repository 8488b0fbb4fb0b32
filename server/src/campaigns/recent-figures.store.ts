import { statement, type Transaction } from '../base/database.ts';

/** Where there are no figures, a day before all others. */
const LATEST = `coalesce($2::date, '-infinity')`;

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

const writeKeywords = statement<[organizationId: number, latestDay: string | null], never>(`
  update keyword k set clicks_30d = f.clicks, cost_30d = f.cost, conversions_30d = f.conversions
  from (
    select k.id, coalesce(s.clicks, 0) as clicks, coalesce(s.cost, 0) as cost,
      coalesce(s.conversions, 0) as conversions
    from keyword k
    left join (
      select keyword_id, sum(clicks)::integer as clicks, round(sum(cost_micros) / 1e6, 2) as cost,
        round(sum(conversions_micros) / 1e6, 2) as conversions
      from keyword_day
      where organization_id = $1 and day between ${LATEST} - 29 and ${LATEST}
      group by keyword_id
    ) s on s.keyword_id = k.id
    where k.organization_id = $1
  ) f
  where k.organization_id = $1 and k.id = f.id
    and (k.clicks_30d, k.cost_30d, k.conversions_30d) <> (f.clicks, f.cost, f.conversions)`);

/** Writes the figures that rows of campaigns and keywords carry; rows whose figures stayed the same are not touched. */
export async function writeRecentFigures(
  transaction: Transaction,
  organizationId: number,
  latestDay: string | null,
): Promise<void> {
  await transaction.execute(writeCampaigns, organizationId, latestDay);
  await transaction.execute(writeKeywords, organizationId, latestDay);
}

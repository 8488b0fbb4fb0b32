import { statement } from '../../src/base/database.ts';

/** What a period holds when it is summed from the facts directly. */
export const naivePeriod = statement<
  [organizationId: number, from: string, to: string, slug: string | null],
  { impressions: number; clicks: number; cost_micros: number; conversions_micros: number; value_micros: number }
>(`
  select coalesce(sum(d.impressions), 0)::bigint as impressions, coalesce(sum(d.clicks), 0)::bigint as clicks,
    coalesce(sum(d.cost_micros), 0)::bigint as cost_micros,
    coalesce(sum(d.conversions_micros), 0)::bigint as conversions_micros,
    coalesce(sum(d.value_micros), 0)::bigint as value_micros
  from campaign_day d join campaign c on c.organization_id = $1 and c.id = d.campaign_id
  where d.organization_id = $1 and d.day between $2 and $3 and ($4::text is null or c.slug = $4)`);

/** Spend by campaign, by day or by week, summed from the facts directly. */
export const naiveGroups = statement<
  [organizationId: number, from: string, to: string, slug: string | null, groupBy: string],
  { key: string; cost_micros: number }
>(`
  select case $5::text when 'campaign' then c.slug when 'day' then d.day::text
      else date_trunc('week', d.day::timestamp)::date::text end as key,
    sum(d.cost_micros)::bigint as cost_micros
  from campaign_day d join campaign c on c.organization_id = $1 and c.id = d.campaign_id
  where d.organization_id = $1 and d.day between $2 and $3 and ($4::text is null or c.slug = $4)
  group by 1 order by case when $5 = 'campaign' then -sum(d.cost_micros) end, 1`);

/** Search terms of the days up to the latest one, summed from the facts directly. */
export const naiveTerms = statement<
  [organizationId: number, days: number, slug: string | null, minCost: number],
  { term: string; campaign: string; clicks: number; cost: number; conversions: number }
>(`
  select t.term, c.slug as campaign, sum(d.clicks)::integer as clicks, sum(d.cost_micros)::bigint as cost,
    sum(d.conversions_micros)::bigint as conversions
  from search_term_day d
  join search_term t on t.organization_id = $1 and t.id = d.term_id
  join campaign c on c.organization_id = $1 and c.id = d.campaign_id
  where d.organization_id = $1
    and d.day > (select max(day) from campaign_day where organization_id = $1) - $2::integer
    and d.day <= (select max(day) from campaign_day where organization_id = $1)
    and ($3::text is null or c.slug = $3)
  group by t.id, t.term, c.slug having sum(d.cost_micros) >= $4 order by cost desc, t.id desc`);

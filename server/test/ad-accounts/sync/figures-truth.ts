import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { ACME, type World } from '../world.ts';

/** Sums of figures, here or in the emulator's own books. */
const sums = z.object({
  impressions: z.number(),
  clicks: z.number(),
  cost_micros: z.number(),
  conversions: z.number().transform((number) => Math.round(number * 100) / 100),
});
export type Sums = z.output<typeof sums>;

const totals = z.object({
  total: sums,
  by_campaign: z.array(sums.extend({ campaign_id: z.string(), name: z.string() })),
  by_day: z.array(sums.extend({ date: z.string() })),
  search_terms: z.object({ visible: sums, hidden: sums }),
});
export type Totals = z.output<typeof totals>;

/** What the emulator knows of the last whole days, hidden search terms included. */
export async function trueTotals(world: World, count: number, accountId = ACME, timeZone = 'America/New_York') {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(world.clock.now());
  const before = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const path = `totals?customer_id=${accountId}&from=${before(count)}&to=${before(1)}`;
  return totals.parse(await world.asks(path));
}

const SUMS = `sum(impressions)::integer as impressions, sum(clicks)::integer as clicks,
  sum(cost_micros)::bigint as cost_micros, round(sum(conversions_micros) / 1e6, 2)::float8 as conversions`;

const byCampaign = statement<[organizationId: number], Sums & { campaign_id: string }>(`
  select c.platform_id as campaign_id, ${SUMS} from campaign_day d
  join campaign c on c.organization_id = d.organization_id and c.id = d.campaign_id
  where d.organization_id = $1 group by c.platform_id`);
const byDay = statement<[organizationId: number], Sums & { date: string }>(`
  select day as date, ${SUMS} from campaign_day where organization_id = $1 group by day order by day`);
const all = (table: string) =>
  statement<[organizationId: number], Sums>(`select ${SUMS} from ${table} where organization_id = $1`);

/** The figures that are kept, added up in several ways. */
export async function keptTotals({ database, acme }: Pick<World, 'database' | 'acme'>) {
  return {
    byCampaign: await database.rows(byCampaign, acme.id),
    byDay: await database.rows(byDay, acme.id),
    campaigns: await database.row(all('campaign_day'), acme.id),
    keywords: await database.row(all('keyword_day'), acme.id),
    searchTerms: await database.row(all('search_term_day'), acme.id),
  };
}

import { type Database, statement } from '../../src/base/database.ts';
import { dayText } from '../../src/base/days.ts';
import type { EmptyCampaign } from './large-campaign.ts';

const addTerms = statement<[organizationId: number, campaign: number, count: number, after: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, $4::bigint + n, $2::bigint, (array['plumber','drain','heater','leak','sewer','toilet','pipe','boiler'])[1 + n % 8]
    || ' ' || (array['repair','cost','near me','jobs','austin','best','emergency','diy','free','cheap'])[1 + n % 10]
    || ' in y' || n
  from generate_series(1, $3::integer) n`);
const addDays = statement<
  [organizationId: number, campaign: number, count: number, ad: number, latest: string, after: number],
  never
>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $5::date - n * 7 % 40, $2::bigint, $4::bigint, $6::bigint + n, 5, 1, 1500000, (n % 10 = 0)::integer * 1000000, 0
  from generate_series(1, $3::integer) n`);
const analyze = statement<[], never>('analyze');

/** Fills a campaign with search terms, each clicked on one day and each tenth with a conversion; others may have ids up to `after`. */
export async function fillClickedTerms(
  database: Database,
  { organizationId, campaign, ad, latest }: EmptyCampaign,
  count: number,
  after = 0,
): Promise<void> {
  await database.execute(addTerms, organizationId, campaign, count, after);
  await database.execute(addDays, organizationId, campaign, count, ad, dayText(latest), after);
  await database.execute(analyze);
}

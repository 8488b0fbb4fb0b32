import { type Database, statement } from '../../src/base/database.ts';

const addAds = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, headlines, descriptions, platform_id, created_at)
  select $1::integer, $2::bigint, 'Ad ' || n, 'enabled', 'https://acme.example/p/' || n,
    (select array_agg('A headline with words ' || i) from generate_series(1, 15) i),
    (select array_agg(repeat('A description that is long ', 3) || i) from generate_series(1, 4) i), 'a' || n,
    timestamptz '2025-01-01'
  from generate_series(2, $3::integer) n`);
const addKeywords = statement<[organizationId: number, campaign: number, count: number, ads: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, platform_id, created_at)
  select $1::integer, $2::bigint, a.id, 'keyword ' || n, 'keyword ' || n, 'phrase', 'enabled', 'k' || n,
    timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n
  join (select id, row_number() over (order by id) - 1 as place from ad where organization_id = $1 and campaign_id = $2) a
    on a.place = n % $4::integer`);
const addNegatives = statement<[organizationId: number, campaign: number, count: number, ads: number], never>(`
  insert into negative_keyword (organization_id, campaign_id, ad_id, text, folded, match_type, platform_id, created_at)
  select $1::integer, $2::bigint, case when n % 5 > 0 then a.id end, 'negative ' || n, 'negative ' || n, 'phrase',
    'n' || n, timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n
  join (select id, row_number() over (order by id) - 1 as place from ad where organization_id = $1 and campaign_id = $2) a
    on a.place = n % $4::integer`);
const addLocations = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into campaign_location (organization_id, campaign_id, position, kind, name, geo_target_id, platform_id)
  select $1::integer, $2::bigint, n + (
    select coalesce(max(position), 0) from campaign_location where organization_id = $1 and campaign_id = $2
  ), 'location', 'Place ' || n, n::text, 'l' || n
  from generate_series(1, $3::integer) n`);
const excludeLocations = statement<[organizationId: number, campaign: number, count: number], never>(`
  update campaign set excluded_locations = (
    select jsonb_agg(jsonb_build_object('id', 'x' || n, 'name', 'Other place ' || n))
    from generate_series(1, $3::integer) n)
  where organization_id = $1 and id = $2`);
const analyze = statement<[], never>('analyze');

/** As large as an imported campaign may well be; Google takes 20,000 ad groups. */
export const VAST = { ads: 10_000, keywords: 60_000, negatives: 20_000, locations: 10_000, excluded: 1_000 };

/** The same with all keywords on its first ad. */
export const VAST_AD = { ads: 1, keywords: 20_000, negatives: 5_000, locations: 10_000, excluded: 1_000 };

/** Fills a campaign that has its first ad with very many ads, keywords, negative keywords and places. */
export async function fillVastCampaign(
  database: Database,
  organizationId: number,
  campaign: number,
  { ads, keywords, negatives, locations, excluded } = VAST,
): Promise<void> {
  await database.execute(addAds, organizationId, campaign, ads);
  await database.execute(addKeywords, organizationId, campaign, keywords, ads);
  await database.execute(addNegatives, organizationId, campaign, negatives, ads);
  await database.execute(addLocations, organizationId, campaign, locations);
  await database.execute(excludeLocations, organizationId, campaign, excluded);
  await database.execute(analyze);
}

import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { dayAt } from '../base/days.ts';
import type { KeywordFacts } from './evidence.ts';
import { dayNumber, EPOCH, figuresOf, type Place } from './figure-columns.ts';
import { LAG_DAYS } from './figures.ts';

/** The windows of a keyword's figures, by how many days back they reach from the latest; settled ones leave out the lag. */
const WINDOWS = {
  last30: [LAG_DAYS, LAG_DAYS + 30],
  last90: [LAG_DAYS, LAG_DAYS + 90],
  last180: [LAG_DAYS, LAG_DAYS + 180],
  recent: [0, LAG_DAYS],
} as const;
const LONGEST = LAG_DAYS + 180;
const WHOLE_DAYS = 30;

type WindowName = keyof typeof WINDOWS;
const windowNames: readonly WindowName[] = ['last30', 'last90', 'last180', 'recent'];

/** Doubles hold these integers exactly and add up faster than 64-bit integers do. */
const MEASURES = {
  impressions: 'sum(f.impressions)',
  clicks: 'sum(f.clicks)',
  cost: 'sum(f.cost_micros::double precision)',
  conversions: 'sum(f.conversions_micros::double precision)',
} as const;
const measures = Object.entries(MEASURES);

const columns = windowNames.flatMap((name) => {
  const [from, to] = WINDOWS[name];
  return measures.map(([measure, sum]) => `${sum} filter (where n >= ${from} and n < ${to}) as ${name}_${measure}`);
});

type SumColumn = `${WindowName}_${keyof typeof MEASURES}`;
type KeywordRow = Pick<KeywordFacts, 'id' | 'adId' | 'text' | 'matchType' | 'state' | 'approval' | 'lowVolume'> & {
  cpc_bid: string | null;
  first_page_cpc: string | null;
  created_at: string;
  first_day: number | null;
  impressions_whole: number | null;
} & Record<SumColumn, number | null>;

const keywords = statement<[organizationId: number, campaignId: number, latestDay: number], KeywordRow>(`
  select k.id, k.ad_id as "adId", k.text, k.match_type as "matchType", k.state, k.approval, k.low_volume as "lowVolume",
    k.cpc_bid, k.first_page_cpc, k.created_at, s.*
  from keyword k
  left join (
    select f.keyword_id, ${dayNumber('min(f.day)')} as first_day,
      sum(f.impressions) filter (where n < ${WHOLE_DAYS}) as impressions_whole, ${columns}
    from generate_series(0, ${LONGEST - 1}) n
    cross join lateral (
      select * from keyword_day
      where organization_id = $1 and day = ${EPOCH} + ($3::integer - n) and campaign_id = $2
    ) f
    group by f.keyword_id
  ) s on s.keyword_id = k.id
  where k.organization_id = $1 and k.campaign_id = $2
  order by k.id`);

/** The positive keywords of a campaign with their figures. */
export async function readKeywords({ db, organizationId }: Tenancy, place: Place): Promise<KeywordFacts[]> {
  const rows = await db.rows(keywords, organizationId, place.campaignId, place.latestDay);
  return rows.map((row) => ({
    id: row.id,
    adId: row.adId,
    text: row.text,
    matchType: row.matchType,
    state: row.state,
    approval: row.approval,
    lowVolume: row.lowVolume,
    cpcBid: row.cpc_bid === null ? null : Number(row.cpc_bid),
    firstPageCpc: row.first_page_cpc === null ? null : Number(row.first_page_cpc),
    createdDay: dayAt(Date.parse(row.created_at)),
    firstDay: row.first_day,
    last30: windowOf(row, 'last30'),
    last90: windowOf(row, 'last90'),
    last180: windowOf(row, 'last180'),
    recent: windowOf(row, 'recent'),
    impressions30: row.impressions_whole ?? 0,
  }));
}

function windowOf(row: KeywordRow, name: WindowName) {
  return figuresOf({
    impressions: row[`${name}_impressions`] ?? 0,
    clicks: row[`${name}_clicks`] ?? 0,
    cost: row[`${name}_cost`] ?? 0,
    conversions: row[`${name}_conversions`] ?? 0,
  });
}

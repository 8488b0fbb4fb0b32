import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { dayAt } from '../base/days.ts';
import type { KeywordFacts, KeywordText } from './evidence.ts';
import { dayNumber, EPOCH, figuresOf, type Place, type Sums } from './figure-columns.ts';
import { type Figures, LAG_DAYS } from './figures.ts';

const SETTLED = LAG_DAYS + 90;
const SETTLED_30 = LAG_DAYS + 30;
const OLDER = SETTLED + 90;
const WHOLE_30 = 30;

const WORDED = `k.id, k.ad_id as "adId", k.text, k.match_type as "matchType", k.state`;

const texts = statement<[organizationId: number, campaignId: number], KeywordText>(`
  select ${WORDED} from keyword k where k.organization_id = $1 and k.campaign_id = $2
  order by k.conversions_30d desc, k.clicks_30d desc, k.id`);

/** The positive keywords of a campaign without their figures; those with most conversions of late come first. */
export function readKeywordTexts({ db, organizationId }: Tenancy, { campaignId }: Place): Promise<KeywordText[]> {
  return db.rows(texts, organizationId, campaignId);
}

/** Doubles hold these integers exactly and add up faster than 64-bit integers do. */
const SUMS = `sum(f.impressions)::double precision as impressions, sum(f.clicks)::double precision as clicks,
  sum(f.cost_micros::double precision) as cost, sum(f.conversions_micros::double precision) as conversions`;

const daysOf = (days: string) => `
    from (${days}) w
    cross join lateral (
      select * from keyword_day
      where organization_id = $1 and day = ${EPOCH} + ($3::integer - w.n) and campaign_id = $2
    ) f`;

/** The windows by how many days back they reach; settled ones leave out the lag. */
const WINDOWS = { last30: [LAG_DAYS, SETTLED_30], last90: [LAG_DAYS, SETTLED], recent: [0, LAG_DAYS] } as const;
type WindowName = keyof typeof WINDOWS;
type SumColumn = `${WindowName}_${keyof Sums}`;

const columns = (['last30', 'last90', 'recent'] as const).flatMap((name) => {
  const [from, to] = WINDOWS[name];
  const within = `filter (where s.begins >= ${from} and s.begins < ${to})`;
  return (['impressions', 'clicks', 'cost', 'conversions'] as const).map(
    (measure) => `sum(s.${measure}) ${within} as ${name}_${measure}`,
  );
});

type KeywordRow = KeywordText &
  Pick<KeywordFacts, 'approval' | 'lowVolume'> & {
    cpc_bid: string | null;
    first_page_cpc: string | null;
    created_at: string;
    first_day: number | null;
    impressions_whole: number | null;
  } & Record<SumColumn, number | null>;

/**
 * The days are cut into stretches where any window begins or ends, so that each row is added up once and the windows are
 * made of a few stretches for each keyword.
 */
const keywords = statement<[organizationId: number, campaignId: number, latestDay: number], KeywordRow>(`
  select ${WORDED}, k.approval, k.low_volume as "lowVolume", k.cpc_bid, k.first_page_cpc, k.created_at, t.*
  from keyword k
  left join (
    select s.keyword_id, ${dayNumber('min(s.first_day)')} as first_day,
      sum(s.impressions) filter (where s.begins < ${WHOLE_30}) as impressions_whole, ${columns}
    from (
      select f.keyword_id, w.begins, min(f.day) as first_day, ${SUMS}
      ${daysOf(`select n, case when n < ${LAG_DAYS} then 0 when n < ${WHOLE_30} then ${LAG_DAYS}
        when n < ${SETTLED_30} then ${WHOLE_30} else ${SETTLED_30} end as begins
        from generate_series(0, ${SETTLED - 1}) n`)}
      group by f.keyword_id, w.begins
    ) s
    group by s.keyword_id
  ) t on t.keyword_id = k.id
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
    recent: windowOf(row, 'recent'),
    impressions30: row.impressions_whole ?? 0,
  }));
}

function windowOf(row: KeywordRow, name: WindowName): Figures {
  return figuresOf({
    impressions: row[`${name}_impressions`] ?? 0,
    clicks: row[`${name}_clicks`] ?? 0,
    cost: row[`${name}_cost`] ?? 0,
    conversions: row[`${name}_conversions`] ?? 0,
  });
}

const older = statement<
  [organizationId: number, campaignId: number, latestDay: number],
  Sums & { keyword_id: number }
>(`
  select f.keyword_id, ${SUMS} ${daysOf(`select n from generate_series(${SETTLED}, ${OLDER - 1}) n`)}
  group by f.keyword_id`);

/** What keywords did in the 90 days before the 90 settled ones, by their ids. */
export async function readOlderFigures({ db, organizationId }: Tenancy, place: Place): Promise<Map<number, Figures>> {
  const rows = await db.rows(older, organizationId, place.campaignId, place.latestDay);
  return new Map(rows.map((row) => [row.keyword_id, figuresOf(row)]));
}

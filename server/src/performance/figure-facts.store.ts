import { type Statement, statement, type Transaction } from '../core/database.ts';
import type { CampaignDay, Figures, KeywordDay, SearchTermDay } from '../ports/platform-figures.ts';
import { copyIn, copyText } from './copy.ts';

/** The levels that the ad platform reports daily figures on, with what a row of each is. */
export interface LevelRows {
  campaign: CampaignDay;
  keyword: KeywordDay;
  search_term: SearchTermDay;
}

export type Level = keyof LevelRows;

/** The days of one account on one level that are replaced together. */
export interface DayRange {
  organizationId: number;
  accountId: string;
  from: string;
  to: string;
}

type Swap = Statement<[organizationId: number, accountId: string], never>;
type Removal = Statement<[organizationId: number, accountId: string, from: string, to: string], never>;

interface LevelTables<Row> {
  /** The columns that identify a row at the platform, staged before the figures. */
  stagedColumns: string;
  keyOf(row: Row): string;
  remove: Removal;
  /** Run in order, after the old days went. */
  insert: readonly Swap[];
}

const FIGURE_COLUMNS = 'impressions, clicks, cost_micros, conversions_micros, value_micros';
const STAGED_FIGURES = FIGURE_COLUMNS.split(', ')
  .map((column) => `${column} bigint not null`)
  .join(', ');
const SUMMED = `sum(s.impressions)::integer, sum(s.clicks)::integer, sum(s.cost_micros)::bigint,
    sum(s.conversions_micros)::bigint, sum(s.value_micros)::bigint`;

const MICROS = 1_000_000;
/** Longer terms do not fit an index; what they share counts as one term. */
const LONGEST_TERM = 500;

const CAMPAIGN_OF_ROW = `join campaign c
    on c.organization_id = $1 and c.ad_account_id = $2 and c.platform_id = s.platform_campaign_id`;
const campaignsOfAccount = 'select id from campaign where organization_id = $1 and ad_account_id = $2';

const removal = (table: string): Removal =>
  statement(`
  delete from ${table} where organization_id = $1 and day between $3 and $4
    and campaign_id = any (array(${campaignsOfAccount}))`);

const tables: { [L in Level]: LevelTables<LevelRows[L]> } = {
  campaign: {
    stagedColumns: `impression_share double precision, lost_to_budget double precision,
      lost_to_rank double precision`,
    keyOf: (row) => [row.impressionShare, row.lostToBudget, row.lostToRank].map((share) => share ?? '\\N').join('\t'),
    remove: removal('campaign_day'),
    insert: [
      statement(`
      insert into campaign_day (organization_id, campaign_id, day, ${FIGURE_COLUMNS}, impression_share,
        lost_to_budget, lost_to_rank)
      select $1, c.id, s.day, ${SUMMED}, max(s.impression_share), max(s.lost_to_budget), max(s.lost_to_rank)
      from staged_figures s ${CAMPAIGN_OF_ROW}
      group by c.id, s.day`),
    ],
  },
  keyword: {
    stagedColumns: 'platform_ad_id text not null, platform_keyword_id text not null',
    keyOf: (row) => `${copyText(row.adId)}\t${copyText(row.keywordId)}`,
    remove: removal('keyword_day'),
    insert: [
      statement(`
      insert into keyword_day (organization_id, day, keyword_id, campaign_id, ${FIGURE_COLUMNS})
      select $1, s.day, k.id, c.id, ${SUMMED}
      from staged_figures s ${CAMPAIGN_OF_ROW}
      join ad a on a.organization_id = $1 and a.campaign_id = c.id and a.platform_id = s.platform_ad_id
      join keyword k on k.organization_id = $1 and k.ad_id = a.id and k.platform_id = s.platform_keyword_id
      group by s.day, k.id, c.id`),
    ],
  },
  search_term: {
    stagedColumns: 'platform_ad_id text not null, term text not null',
    keyOf: (row) => `${copyText(row.adId)}\t${copyText(row.term.slice(0, LONGEST_TERM))}`,
    remove: removal('search_term_day'),
    insert: [
      statement(`
      insert into search_term (organization_id, id, campaign_id, term)
      select $1, last.id + row_number() over (), new.campaign_id, new.term
      from (select coalesce(max(id), 0) as id from search_term where organization_id = $1) last,
        (select distinct c.id as campaign_id, s.term from staged_figures s ${CAMPAIGN_OF_ROW}
          except select campaign_id, term from search_term where organization_id = $1) new`),
      statement(`
      insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, ${FIGURE_COLUMNS})
      select $1, s.day, c.id, coalesce(a.id, 0), t.id, ${SUMMED}
      from staged_figures s ${CAMPAIGN_OF_ROW}
      join search_term t on t.organization_id = $1 and t.campaign_id = c.id and t.term = s.term
      left join ad a on a.organization_id = $1 and a.campaign_id = c.id and a.platform_id = s.platform_ad_id
      group by s.day, c.id, a.id, t.id
      order by s.day, c.id, t.id`),
    ],
  },
};

const lockAccount = statement<[organizationId: number, accountId: string], object>(
  `select pg_advisory_xact_lock(hashtextextended('figures ' || $1::integer || ' ' || $2::text, 0))`,
);

/** Lets only one at a time load the figures of an account. */
export async function holdAccount(transaction: Transaction, { organizationId, accountId }: DayRange): Promise<void> {
  await transaction.execute(lockAccount, organizationId, accountId);
}

/** Brings rows into the database beside the figures; they go with the transaction. */
export async function stageRows<L extends Level>(
  transaction: Transaction,
  level: L,
  days: DayRange,
  batches: AsyncIterable<readonly LevelRows[L][]>,
): Promise<void> {
  const { stagedColumns, keyOf } = tables[level];
  const columns = `day date not null, platform_campaign_id text not null, ${STAGED_FIGURES}, ${stagedColumns}`;
  await transaction.client.query(`create temporary table staged_figures (${columns}) on commit drop`);
  await copyIn(transaction, 'copy staged_figures from stdin', linesOf(batches, days, keyOf));
  await transaction.client.query('analyze staged_figures');
}

async function* linesOf<Row extends Figures & { date: string; campaignId: string }>(
  batches: AsyncIterable<readonly Row[]>,
  { from, to }: DayRange,
  keyOf: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    let lines = '';
    for (const row of batch) {
      if (row.date < from || row.date > to) throw new RangeError(`${row.date} is not one of the days being replaced`);
      lines += `${row.date}\t${copyText(row.campaignId)}\t${figuresOf(row)}\t${keyOf(row)}\n`;
    }
    if (lines !== '') yield lines;
  }
}

function figuresOf({ impressions, clicks, costMicros, conversions, conversionsValue }: Figures): string {
  const scaled = [conversions, conversionsValue].map((number) => Math.round(number * MICROS));
  return [impressions, clicks, costMicros, ...scaled].join('\t');
}

const countStaged = statement<[organizationId: number, accountId: string], { rows: number; unknown: number }>(`
  select count(*) as rows, count(*) filter (where c.id is null) as unknown
  from staged_figures s left ${CAMPAIGN_OF_ROW}`);

/** Puts the staged rows in the place of what the days held; rows of campaigns that are not known here are left out. */
export async function swapDays(transaction: Transaction, level: Level, days: DayRange) {
  const { organizationId, accountId, from, to } = days;
  const { remove, insert } = tables[level];
  await transaction.execute(remove, organizationId, accountId, from, to);
  for (const step of insert) await transaction.execute(step, organizationId, accountId);
  const counted = await transaction.row(countStaged, organizationId, accountId);
  return counted ?? { rows: 0, unknown: 0 };
}

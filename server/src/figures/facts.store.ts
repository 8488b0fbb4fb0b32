import { type Statement, statement, type Transaction } from '../base/database.ts';
import type { CampaignDay, Figures, KeywordDay, SearchTermDay } from '../ports/platform-figures.ts';
import { copyIn, copyText } from './copy.ts';
import { GatheredText } from './gathered-text.ts';
import { type DayMerge, type DayRange, dayMerge, FIGURE_COLUMNS, mergeDays } from './merge.store.ts';

/** The levels that the ad platform reports daily figures on, with what a row of each is. */
export interface LevelRows {
  campaign: CampaignDay;
  keyword: KeywordDay;
  search_term: SearchTermDay;
}

export type Level = keyof LevelRows;

type Resolve = Statement<[organizationId: number, accountId: string], never>;

interface LevelTables<Row> {
  makeStaged: Statement<[], never>;
  stagedOf(row: Row): string;
  merge: DayMerge;
  /** Run in order: they turn staged rows with the platform's ids into incoming rows with ours. */
  resolve: readonly Resolve[];
}

/** Doubles hold these integers exactly and add up several times faster than 64-bit integers do. */
const STAGED_FIGURES = FIGURE_COLUMNS.map((column) => `${column} double precision not null`).join(', ');
/** Takes what a staged row holds beyond day, campaign and figures. */
const makeStaged = (more: string): Statement<[], never> =>
  statement(`
  create temporary table staged_figures (day date not null, platform_campaign_id text not null, ${STAGED_FIGURES}, ${more})
  on commit drop`);
const SUMMED = FIGURE_COLUMNS.map((column) => `sum(s.${column})`).join(', ');
const OF_ACCOUNT = 'c.organization_id = $1 and c.ad_account_id = $2';
/** What is staged stays in one place; what it is joined to is read before, for itself. */
const CAMPAIGNS = `known as materialized (
      select c.id as campaign_id, c.platform_id as platform_campaign_id from campaign c where ${OF_ACCOUNT}
    )`;

const MICROS = 1_000_000;
/** Longer terms do not fit an index; what they share counts as one term. */
const LONGEST_TERM = 500;

const SHARES = ['impression_share', 'lost_to_budget', 'lost_to_rank'];

const tables: { [L in Level]: LevelTables<LevelRows[L]> } = {
  campaign: {
    makeStaged: makeStaged(SHARES.map((share) => `${share} double precision`).join(', ')),
    stagedOf: (row) => [row.impressionShare, row.lostToBudget, row.lostToRank].map((n) => n ?? '\\N').join('\t'),
    merge: dayMerge({ table: 'campaign_day', key: ['campaign_id', 'day'], others: SHARES }),
    resolve: [
      statement(`
      with ${CAMPAIGNS}
      insert into incoming_figures (organization_id, campaign_id, day, ${FIGURE_COLUMNS}, ${SHARES})
      select $1::integer, campaign_id, s.day, ${SUMMED}, ${SHARES.map((share) => `max(s.${share})`)}
      from staged_figures s join known using (platform_campaign_id) group by campaign_id, s.day`),
    ],
  },
  keyword: {
    makeStaged: makeStaged('platform_ad_id text not null, platform_keyword_id text not null'),
    stagedOf: (row) => `${copyText(row.adId)}\t${copyText(row.keywordId)}`,
    merge: dayMerge({ table: 'keyword_day', key: ['keyword_id', 'day'], others: ['campaign_id'] }),
    resolve: [
      statement(`
      with known as materialized (
        select k.id as keyword_id, c.id as campaign_id, c.platform_id as platform_campaign_id,
          a.platform_id as platform_ad_id, k.platform_id as platform_keyword_id
        from campaign c
        join ad a on a.organization_id = $1 and a.campaign_id = c.id
        join keyword k on k.organization_id = $1 and k.ad_id = a.id
        where ${OF_ACCOUNT}
      )
      insert into incoming_figures (organization_id, day, keyword_id, campaign_id, ${FIGURE_COLUMNS})
      select $1::integer, s.day, keyword_id, campaign_id, ${SUMMED}
      from staged_figures s join known using (platform_campaign_id, platform_ad_id, platform_keyword_id)
      group by s.day, keyword_id, campaign_id`),
    ],
  },
  search_term: {
    makeStaged: makeStaged('platform_ad_id text not null, term text not null'),
    stagedOf: (row) => `${copyText(row.adId)}\t${copyText(row.term.slice(0, LONGEST_TERM))}`,
    merge: dayMerge({ table: 'search_term_day', key: ['day', 'campaign_id', 'term_id', 'ad_id'], others: [] }),
    resolve: [
      statement(`
      with ${CAMPAIGNS}, staged as materialized (
        select distinct campaign_id, term from staged_figures join known using (platform_campaign_id)
      )
      insert into search_term (organization_id, id, campaign_id, term)
      select $1::integer, last.id + row_number() over (), new.campaign_id, new.term
      from (select coalesce(max(id), 0) as id from search_term where organization_id = $1) last,
        (select campaign_id, term from staged
          except select campaign_id, term from search_term where organization_id = $1) new`),
      statement(`
      with staged as materialized (
        select distinct platform_campaign_id, platform_ad_id, term from staged_figures
      ), known as materialized (
        select s.*, c.id as campaign_id, coalesce(a.id, 0) as ad_id, t.id as term_id
        from staged s
        join campaign c on c.platform_id = s.platform_campaign_id
        join search_term t on t.organization_id = $1 and t.campaign_id = c.id and t.term = s.term
        left join ad a on a.organization_id = $1 and a.campaign_id = c.id and a.platform_id = s.platform_ad_id
        where ${OF_ACCOUNT}
      )
      insert into incoming_figures (organization_id, day, campaign_id, ad_id, term_id, ${FIGURE_COLUMNS})
      select $1::integer, s.day, campaign_id, ad_id, term_id, ${SUMMED}
      from staged_figures s join known using (platform_campaign_id, platform_ad_id, term)
      group by s.day, campaign_id, ad_id, term_id`),
    ],
  },
};

/** Rows of a level as they are brought into the database, held until all of them are here. */
export function gatherRows<L extends Level>(
  level: L,
  days: DayRange,
  batches: AsyncIterable<readonly LevelRows[L][]>,
): Promise<GatheredText> {
  return GatheredText.of(linesOf(batches, days, tables[level].stagedOf));
}

const copyStaged = statement<[], never>('copy staged_figures from stdin');
const analyzeStaged = statement<[], never>('analyze staged_figures');

/**
 * Brings rows into the database beside the figures; they go with the transaction. While it copies, the server waits for
 * this process without an end: nothing that others need may be held yet.
 */
export async function stageRows(transaction: Transaction, level: Level, rows: GatheredText): Promise<void> {
  await transaction.execute(tables[level].makeStaged);
  for await (const piece of rows.pieces()) await copyIn(transaction, copyStaged, [piece]);
  await transaction.execute(analyzeStaged);
}

async function* linesOf<Row extends Figures & { date: string; campaignId: string }>(
  batches: AsyncIterable<readonly Row[]>,
  { from, to }: DayRange,
  stagedOf: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    let lines = '';
    for (const row of batch) {
      if (row.date < from || row.date > to) throw new RangeError(`${row.date} is not one of the days being replaced`);
      lines += `${row.date}\t${copyText(row.campaignId)}\t${figuresOf(row)}\t${stagedOf(row)}\n`;
    }
    if (lines !== '') yield lines;
  }
}

function figuresOf({ impressions, clicks, costMicros, conversions, conversionsValue }: Figures): string {
  const scaled = [conversions, conversionsValue].map((number) => Math.round(number * MICROS));
  return [impressions, clicks, costMicros, ...scaled].join('\t');
}

const countStaged = statement<[organizationId: number, accountId: string], { rows: number; unknown: number }>(`
  with ${CAMPAIGNS}
  select coalesce(sum(s.rows), 0)::integer as rows,
    coalesce(sum(s.rows) filter (where campaign_id is null), 0)::integer as unknown
  from (select platform_campaign_id, count(*) as rows from staged_figures group by platform_campaign_id) s
  left join known using (platform_campaign_id)`);

const analyzeIncoming = statement<[], never>('analyze incoming_figures');

/** How many rows came in, how many of them belong to campaigns that are not known here, and what they changed. */
export interface SwappedDays {
  rows: number;
  unknown: number;
  changed: number;
}

/** Puts the staged rows in the place of what the days held; rows of campaigns that are not known here are left out. */
export async function swapDays(transaction: Transaction, level: Level, days: DayRange): Promise<SwappedDays> {
  const { organizationId, accountId } = days;
  const { resolve, merge } = tables[level];
  await transaction.execute(merge.makeIncoming);
  for (const step of resolve) await transaction.execute(step, organizationId, accountId);
  await transaction.execute(analyzeIncoming);
  const changed = await mergeDays(transaction, merge, days);
  const counted = await transaction.row(countStaged, organizationId, accountId);
  return { rows: counted?.rows ?? 0, unknown: counted?.unknown ?? 0, changed };
}

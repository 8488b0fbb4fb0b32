import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { TermFacts } from './evidence.ts';
import { EPOCH, type Place } from './figure-columns.ts';
import { LAG_DAYS } from './figures.ts';
import { eachPackedRow, packedDays, type Reading } from './packed-days.store.ts';
import { SummedTerm, TERM_DAYS, TermSums } from './term-sums.ts';

/** As two lists, which arrive several times faster than rows. */
const names = statement<[organizationId: number, ids: number[]], { ids: number[] | null; terms: string[] | null }>(`
  select json_agg(id order by id) as ids, json_agg(term order by id) as terms
  from search_term where organization_id = $1 and id = any ($2::integer[])`);
/** Few enough to be read at once without anybody waiting for it. */
const NAMES_AT_ONCE = 5_000;

/** The search terms of a campaign that were clicked in 90 settled days or since, with the days that an option asks for. */
export async function readTerms(reading: Reading, place: Place, windowDays: number): Promise<TermFacts[]> {
  const all: TermFacts[] = [];
  for await (const some of termsInPieces(reading, place, windowDays)) all.push(...some);
  return all;
}

/** The same terms in the order of their ids, some at a time: who keeps few of them holds no other's text. */
export async function* termsInPieces(
  reading: Reading,
  place: Place,
  windowDays: number,
): AsyncGenerator<readonly TermFacts[]> {
  const sums = new TermSums(place, windowDays);
  await eachPackedRow(packedDays(reading, 'search_term', place, TERM_DAYS), (day) => sums.adder(day));
  for (const some of inPieces(sums.slots.inOrder(), NAMES_AT_ONCE)) {
    const ids = some.map(({ id }) => id);
    const row = await reading.db.row(names, reading.organizationId, ids);
    const texts = new Map((row?.ids ?? []).map((id, at) => [id, row?.terms?.[at] ?? '']));
    yield some.flatMap(({ id, slot }) => {
      const text = texts.get(id);
      return text === undefined ? [] : [new SummedTerm(sums, { id, slot, text })];
    });
  }
}

function* inPieces<Item>(items: Iterable<Item>, most: number): Generator<Item[]> {
  let piece: Item[] = [];
  for (const item of items) {
    if (piece.push(item) < most) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

const impressions = statement<
  [organizationId: number, campaignId: number, latestDay: number, termIds: number[]],
  { term_id: number; impressions: number }
>(`
  select f.term_id, sum(f.impressions)::double precision as impressions
  from generate_series(${LAG_DAYS}, ${TERM_DAYS - 1}) n
  cross join lateral (
    select term_id, impressions from search_term_day
    where organization_id = $1 and day = ${EPOCH} + ($3::integer - n) and campaign_id = $2 and term_id = any ($4::integer[])
  ) f
  group by f.term_id`);

/** How often some terms were shown in 90 settled days. */
export async function readImpressions(
  { db, organizationId }: Tenancy,
  { campaignId, latestDay }: Place,
  termIds: readonly number[],
): Promise<Map<number, number>> {
  if (termIds.length === 0) return new Map();
  const rows = await db.rows(impressions, organizationId, campaignId, latestDay, [...termIds]);
  return new Map(rows.map((row) => [row.term_id, row.impressions]));
}

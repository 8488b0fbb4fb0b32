import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { dayAt } from '../base/days.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { KeywordFacts, KeywordText } from './evidence.ts';
import type { Place } from './figure-columns.ts';
import { type Figures, LAG_DAYS, NO_FIGURES } from './figures.ts';
import { eachPackedRow, packedDays, type Reading } from './packed-days.store.ts';
import { collected, eachOf, inTurns, type Steps } from './steps.ts';
import { Stretches } from './stretches.ts';

const SETTLED = LAG_DAYS + 90;
const SETTLED_30 = LAG_DAYS + 30;
const OLDER = SETTLED + 90;
const WHOLE_30 = 30;

const WORDED = `k.id, k.ad_id as "adId", k.text, k.match_type as "matchType", k.state`;

const texts = statement<[organizationId: number, campaignId: number], PackedRows>(
  packed(
    `select ${WORDED}, k.conversions_30d, k.clicks_30d
    from keyword k where k.organization_id = $1 and k.campaign_id = $2`,
    'q.conversions_30d desc, q.clicks_30d desc, q.id',
  ),
);

/** The positive keywords of a campaign without their figures; those with most conversions of late come first. */
export async function readKeywordTexts({ db, organizationId }: Tenancy, { campaignId }: Place): Promise<KeywordText[]> {
  return unpacked<KeywordText>(await db.rows(texts, organizationId, campaignId));
}

const best = statement<[organizationId: number, campaignId: number, most: number], { text: string }>(`
  select text from keyword where organization_id = $1 and campaign_id = $2 and state = 'enabled'
  order by conversions_30d desc, clicks_30d desc, id limit $3`);

/** The first of them that are enabled, by their texts alone. */
export async function readBestKeywords(
  { db, organizationId }: Tenancy,
  campaignId: number,
  most: number,
): Promise<string[]> {
  return (await db.rows(best, organizationId, campaignId, most)).map(({ text }) => text);
}

type KeywordRow = KeywordText &
  Pick<KeywordFacts, 'approval' | 'lowVolume'> & {
    cpc_bid: string | null;
    first_page_cpc: string | null;
    created_at: string;
  };

const keywords = statement<[organizationId: number, campaignId: number], PackedRows>(
  packed(
    `select ${WORDED}, k.approval, k.low_volume as "lowVolume", k.cpc_bid::text, k.first_page_cpc::text, k.created_at
    from keyword k where k.organization_id = $1 and k.campaign_id = $2`,
    'q.id',
  ),
);

/** The positive keywords of a campaign with their figures, and what they did in the 90 days before the settled ones. */
export interface KeywordsRead {
  keywords: KeywordFacts[];
  /** By their ids; empty unless asked for. */
  olderFigures: Map<number, Figures>;
}

/** Reads keywords with their figures of 93 days, and with older ones of 183: twice the work, for those who need it. */
export async function readKeywords(
  reading: Reading,
  place: Place,
  { older = false }: { older?: boolean } = {},
): Promise<KeywordsRead> {
  const { db, organizationId } = reading;
  const rows = await unpacked<KeywordRow>(await db.rows(keywords, organizationId, place.campaignId));
  const slots = await inTurns(slotsOf(rows));
  const sums = new Stretches([0, LAG_DAYS, WHOLE_30, SETTLED_30, SETTLED]);
  await eachPackedRow(packedDays(reading, 'keyword', place, older ? OLDER : SETTLED), (packed) => {
    const day = sums.dayOf(packed.back);
    return (row) => {
      const slot = slots.get(packed.value(0, row));
      if (slot === undefined) return;
      sums.add(slot, day, packed.value(1, row), packed.value(2, row), packed.value(3, row), packed.value(4, row));
    };
  });
  return inTurns(readFrom(rows, sums, place));
}

function* slotsOf(rows: readonly KeywordRow[]): Steps<Map<number, number>> {
  const slots = new Map<number, number>();
  yield* eachOf(rows, ({ id }) => slots.set(id, slots.size));
  return slots;
}

function* readFrom(rows: readonly KeywordRow[], sums: Stretches, { latestDay }: Place): Steps<KeywordsRead> {
  const facts = yield* collected(rows.entries(), ([slot, row]) => factsOf(row, slot, sums, latestDay));
  const olderFigures = new Map<number, Figures>();
  yield* eachOf(rows.entries(), ([slot, { id }]) => {
    const figures = sums.between(slot, SETTLED, OLDER);
    if (figures !== NO_FIGURES) olderFigures.set(id, figures);
  });
  return { keywords: facts, olderFigures };
}

function factsOf(row: KeywordRow, slot: number, sums: Stretches, latestDay: number): KeywordFacts {
  const first = sums.earliest(slot, SETTLED);
  return {
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
    firstDay: first === undefined ? null : latestDay - first,
    last30: sums.between(slot, LAG_DAYS, SETTLED_30),
    last90: sums.between(slot, LAG_DAYS, SETTLED),
    recent: sums.between(slot, 0, LAG_DAYS),
    impressions30: sums.between(slot, 0, WHOLE_30).impressions,
  };
}

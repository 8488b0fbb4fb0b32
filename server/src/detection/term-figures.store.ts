import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { TermFacts } from './evidence.ts';
import { EPOCH, type Place } from './figure-columns.ts';
import { LAG_DAYS } from './figures.ts';
import { type PackedDay, type Reading, readPackedDays } from './packed-days.store.ts';
import { inTurns, type Steps } from './steps.ts';
import { Stretches } from './stretches.ts';

const SETTLED_DAYS = 90;
const RECENT_SETTLED_DAYS = 30;
const DAYS = LAG_DAYS + SETTLED_DAYS;

/** As two lists, which arrive several times faster than rows. */
const names = statement<[organizationId: number, ids: number[]], { ids: number[] | null; terms: string[] | null }>(`
  select json_agg(id order by id) as ids, json_agg(term order by id) as terms
  from search_term where organization_id = $1 and id = any ($2::integer[])`);
/** Few enough to be read at once without anybody waiting for it. */
const NAMES_AT_ONCE = 5_000;

/** The search terms of a campaign that were clicked in 90 settled days or since, with the days that an option asks for. */
export async function readTerms(reading: Reading, place: Place, windowDays: number): Promise<TermFacts[]> {
  const days = await readPackedDays(reading, 'search_term', place, DAYS);
  const sums = await inTurns(addedUp(days, windowDays));
  const all = [...sums.ids].sort((a, b) => a - b);
  const terms: TermFacts[] = [];
  for (let start = 0; start < all.length; start += NAMES_AT_ONCE) {
    const row = await reading.db.row(names, reading.organizationId, all.slice(start, start + NAMES_AT_ONCE));
    const [ids, texts] = [row?.ids ?? [], row?.terms ?? []];
    for (const [at, id] of ids.entries()) terms.push(sums.factsOf(id, texts[at] ?? '', place));
  }
  return terms;
}

function* addedUp(days: readonly PackedDay[], windowDays: number): Steps<TermSums> {
  const sums = new TermSums(windowDays);
  for (const day of days) {
    sums.add(day);
    yield;
  }
  return sums;
}

/** Of the ads that showed a term: the highest that brought a conversion, else 0, and the lowest and highest of all. */
interface AdsOfTerm {
  slot: number;
  converting: number | undefined;
  first: number;
  last: number;
}

class TermSums {
  readonly #windowDays: number;
  readonly #sums: Stretches;
  readonly #terms = new Map<number, AdsOfTerm>();

  constructor(windowDays: number) {
    this.#windowDays = windowDays;
    this.#sums = new Stretches([0, LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS, windowDays]);
  }

  get ids(): Iterable<number> {
    return this.#terms.keys();
  }

  add(packed: PackedDay): void {
    const day = this.#sums.dayOf(packed.back);
    for (let row = 0; row < packed.length; row += 1) {
      const conversions = packed.value(4, row);
      const { slot } = this.#shown(packed.value(0, row), packed.value(1, row), conversions > 0);
      this.#sums.add(slot, day, 0, packed.value(2, row), packed.value(3, row), conversions);
    }
  }

  factsOf(id: number, text: string, { latestDay }: Place): TermFacts {
    const term = this.#terms.get(id);
    if (!term) throw new RangeError(`nothing is known of term ${id}`);
    const { slot, converting, first, last } = term;
    const others = first === last ? [first] : [first, last];
    const figures = (from: number, to: number) => this.#sums.between(slot, from, to);
    return {
      id,
      text,
      firstSeenDay: latestDay - (this.#sums.earliest(slot, DAYS) ?? 0),
      window: figures(0, this.#windowDays),
      last30: figures(LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS),
      last90: figures(LAG_DAYS, DAYS),
      recent: figures(0, LAG_DAYS),
      adIds: converting === undefined ? others : [converting, ...others.filter((ad) => ad !== converting)],
    };
  }

  #shown(id: number, ad: number, converts: boolean): AdsOfTerm {
    const known = this.#terms.get(id);
    if (!known) {
      const term = { slot: this.#terms.size, converting: converts ? ad : undefined, first: ad, last: ad };
      this.#terms.set(id, term);
      return term;
    }
    if (ad < known.first) known.first = ad;
    if (ad > known.last) known.last = ad;
    if (converts && !(known.converting !== undefined && known.converting >= ad)) known.converting = ad;
    return known;
  }
}

const impressions = statement<
  [organizationId: number, campaignId: number, latestDay: number, termIds: number[]],
  { term_id: number; impressions: number }
>(`
  select f.term_id, sum(f.impressions)::double precision as impressions
  from generate_series(${LAG_DAYS}, ${DAYS - 1}) n
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

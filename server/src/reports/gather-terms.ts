import type { Tenancy } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { dayText } from '../base/days.ts';
import { LongWork } from '../base/long-work.ts';
import type { Fraction } from '../documents/fraction.ts';
import type { Days } from '../documents/numbers.ts';
import { addPackedDay, packedDays } from '../search-terms/packed-terms.store.ts';
import { eachSeen, emptySums, type TermSums, TopTerms } from '../search-terms/top-terms.ts';
import { lastTermId, readTermTexts, termsNaming } from './evidence.store.ts';
import type { TermLine, TermsEvidence, TermTotal } from './evidence.ts';

/** A term that was not seen for so long is new. */
export const DAYS_BEFORE = 28;
const SHOWN = 8;
const MICROS = 1_000_000n;

/**
 * Adds up what was searched in a period, and in the four weeks before it, from the days that ranking keeps packed. What a
 * conversion may cost tells which terms only cost.
 */
export async function gatherTerms(
  tenancy: Tenancy & { db: Transaction },
  period: Days,
  { competitors, price }: { competitors: readonly string[]; price: Fraction | undefined },
): Promise<TermsEvidence> {
  const work = new LongWork();
  const size = (await lastTermId(tenancy)) + 1;
  const now = await summed(tenancy, size, period, work);
  const before = await summed(tenancy, size, { from: period.from - DAYS_BEFORE, to: period.from - 1 }, work);
  const costs = await costsTogether(now, before, work);
  const isFruitless = (id: number) => (now.conversions[id] ?? 0) <= 0 && (before.conversions[id] ?? 0) <= 0;
  const isDear = dearerThan(price, costs);
  const rivals = await marked(termsNaming(tenancy, competitors), size, work);
  const kinds = {
    fresh: await kind(now, work, (id) => before.seen[id] === 0),
    converting: await kind(now, work, (id) => (now.conversions[id] ?? 0) > 0),
    wasted: await kind(now, work, (id) => isFruitless(id) && isDear(id), costs),
    rivals: await kind(now, work, (id) => rivals[id] === 1),
  };
  const texts = await readTermTexts(
    tenancy,
    Object.values(kinds).flatMap(({ ids }) => ids),
  );
  const line = (id: number): TermLine => ({
    term: texts.get(id)?.term ?? '',
    campaign: texts.get(id)?.campaign ?? '',
    ...sumsAt(now, id),
    before: sumsAt(before, id),
    isNew: before.seen[id] === 0,
  });
  const shown = ({ ids, ...total }: Kind) => ({ ...total, top: ids.map(line) });
  const { ids: _, ...total } = await kind(now, work, () => true);
  return {
    total,
    fresh: shown(kinds.fresh),
    converting: shown(kinds.converting),
    wasted: shown(kinds.wasted),
    rivals: shown(kinds.rivals),
  };
}

/** Terms of one kind: all of them added up, and the ids of those that come first. */
type Kind = TermTotal & { ids: readonly number[] };

/** What each term of the period cost in it and before it. */
async function costsTogether(now: TermSums, before: TermSums, work: LongWork): Promise<Float64Array> {
  const costs = new Float64Array(now.costs.length);
  await eachSeen(now, work, (id) => {
    costs[id] = (now.costs[id] ?? 0) + (before.costs[id] ?? 0);
  });
  return costs;
}

/** Whether a term cost more than a price; where there is none, every term did. */
function dearerThan(price: Fraction | undefined, costs: Float64Array): (id: number) => boolean {
  if (!price) return () => true;
  // Costs are whole millionths: one is above the price where it is above the whole millionths in it.
  const most = Number((price.n * MICROS) / price.d);
  return (id) => (costs[id] ?? 0) > most;
}

async function summed(
  { db, organizationId }: Tenancy & { db: Transaction },
  size: number,
  { from, to }: Days,
  work: LongWork,
): Promise<TermSums> {
  const sums = emptySums(size);
  for await (const day of packedDays(db, organizationId, { latestDay: dayText(to), days: to - from + 1 })) {
    if (day) await addPackedDay(day, sums, work);
  }
  return sums;
}

/** Terms as marks at their ids. */
async function marked(pieces: AsyncIterable<{ id: number }[]>, size: number, work: LongWork): Promise<Uint8Array> {
  const marks = new Uint8Array(size);
  for await (const terms of pieces) {
    if (work.hadItsTurn) await work.giveWay();
    for (const { id } of terms) marks[id] = 1;
  }
  return marks;
}

async function kind(
  sums: TermSums,
  work: LongWork,
  isOne: (id: number) => boolean,
  rankedBy: Float64Array = sums.costs,
): Promise<Kind> {
  const top = new TopTerms(rankedBy, SHOWN);
  const total = { terms: 0, cost: 0, conversions: 0 };
  await eachSeen(sums, work, (id) => {
    if (!isOne(id)) return;
    total.terms += 1;
    total.cost += sums.costs[id] ?? 0;
    total.conversions += sums.conversions[id] ?? 0;
    top.offer(id);
  });
  return { ...total, ids: top.ranked() };
}

function sumsAt({ clicks, costs, conversions }: TermSums, id: number) {
  return { clicks: clicks[id] ?? 0, cost: costs[id] ?? 0, conversions: conversions[id] ?? 0 };
}

import type { Tenancy } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { dayText } from '../base/days.ts';
import { LongWork } from '../base/long-work.ts';
import type { Days } from '../documents/numbers.ts';
import { addPackedDay, packedDays } from '../search-terms/packed-terms.store.ts';
import { eachSeen, emptySums, type TermSums, TopTerms } from '../search-terms/top-terms.ts';
import { lastTermId, readTermTexts, termsNaming } from './evidence.store.ts';
import type { TermLine, TermsEvidence, TermTotal } from './evidence.ts';

/** A term that was not seen for so long is new. */
export const DAYS_BEFORE = 28;
const SHOWN = 8;

/** Adds up what was searched in a period, and in the four weeks before it, from the days that ranking keeps packed. */
export async function gatherTerms(
  tenancy: Tenancy & { db: Transaction },
  period: Days,
  competitors: readonly string[],
): Promise<TermsEvidence> {
  const work = new LongWork();
  const size = (await lastTermId(tenancy)) + 1;
  const now = await summed(tenancy, size, period, work);
  const before = await summed(tenancy, size, { from: period.from - DAYS_BEFORE, to: period.from - 1 }, work);
  const rivals = await marked(termsNaming(tenancy, competitors), size, work);
  const kinds = {
    fresh: await kind(now, work, (id) => before.seen[id] === 0),
    converting: await kind(now, work, (id) => (now.conversions[id] ?? 0) > 0),
    fruitless: await kind(now, work, (id) => (now.conversions[id] ?? 0) <= 0 && (before.conversions[id] ?? 0) <= 0),
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
    fruitless: shown(kinds.fruitless),
    rivals: shown(kinds.rivals),
  };
}

/** Terms of one kind: all of them added up, and the ids of those that cost most. */
type Kind = TermTotal & { ids: readonly number[] };

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

async function kind(sums: TermSums, work: LongWork, isOne: (id: number) => boolean): Promise<Kind> {
  const top = new TopTerms(sums.costs, SHOWN);
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

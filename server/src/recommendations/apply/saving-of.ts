import type { Tenancy } from '../../base/context.ts';
import { type Proposal, summaryOf } from '../proposal.ts';
import { type FoundSaving, foundSavings } from './found-saving.store.ts';
import type { PlannedRecommendation } from './plan-recommendation.ts';

/**
 * What a month saves of what is done: all that was computed, or where something is left out what the findings behind the
 * rest say, and never more. null where none was computed, nothing is done, or some change has no finding of its own.
 */
export async function savingOf(
  tenancy: Tenancy,
  { recommendation, doing, leftOut }: PlannedRecommendation,
): Promise<string | null> {
  const { id, estimated_monthly_saving: whole } = recommendation;
  if (whole === null || doing.length === 0) return null;
  if (leftOut.length === 0) return whole;
  const savings = new Map<string, number>();
  for (const one of await foundSavings(tenancy, id)) {
    const change = changeOf(one);
    savings.set(change, (savings.get(change) ?? 0) + one.saving);
  }
  let saving = 0;
  for (const one of doing) {
    const own = savings.get(keyOf(one));
    if (own === undefined) return null;
    saving += own;
  }
  // Findings that save on the same search terms say more in sum than the whole, which counts each of these once.
  return Math.min(saving, Number(whole)).toFixed(2);
}

/** A text may stand on several ads: a keyword is told by its id, whatever else is done by its words. */
function keyOf(one: Proposal): string {
  return 'keyword_id' in one ? keywordKey(one.keyword_id) : summaryOf(one);
}

function changeOf({ keyword_id, change }: FoundSaving): string {
  return keyword_id === null ? (change ?? '') : keywordKey(keyword_id);
}

function keywordKey(id: number): string {
  return `keyword ${id}`;
}

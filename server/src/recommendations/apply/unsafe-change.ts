import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { isTransaction } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { folded } from '../../campaigns/keyword-text.ts';
import { Negatives } from '../../detection/negative-match.ts';
import { collected, inTurns } from '../../detection/steps.ts';
import { wordsOf } from '../../detection/words.ts';
import { convertingTerms } from '../../exclusions/converting-terms.store.ts';
import { inItsTurn } from '../../exclusions/impact.ts';
import type { GuardContext, Guardrail } from '../../writes/step.ts';
import { proposal } from '../proposal.ts';
import { findRecommendation } from '../recommendation.store.ts';
import { servedByBrand } from './brand-served.store.ts';

const MOST_NAMED = 100;
/** What it takes from a campaign, the brand campaign serves, for as long as that runs. */
const FOR_BRAND = 'brand_leak';
const CONVERTED = 'It would block search terms that have converted.';

/** Nothing is applied that would block a search term which has brought conversions, also since it was recommended. */
export const noConvertingTermBlocked: Guardrail<{ recommendation_id: string; campaign_id: number; type: string }> = {
  when: 'always',
  async check({ recommendation_id, campaign_id, type }, context) {
    if (context.undoing) return undefined;
    const found = await findRecommendation(context, recommendation_id);
    const proposed = z
      .array(proposal)
      .parse(found?.proposals ?? [])
      .flatMap((one) => (one.op === 'add_negative_keyword' ? [{ text: one.text, matchType: one.match_type }] : []));
    const isForBrand = type === FOR_BRAND;
    const negatives = isForBrand ? await servedByNobody(context, campaign_id, proposed) : proposed;
    if (negatives.length === 0) return undefined;
    const all = new Negatives(negatives);
    const isBlocked = (term: string) => (all.blocking(wordsOf(term)) ? term : undefined);
    const blocked = await inTurns(collected(await converted(context, campaign_id), isBlocked));
    if (blocked.length === 0) return undefined;
    return new Refusal(
      'unsafe_change',
      isForBrand
        ? `${CONVERTED} No brand campaign that runs in the account serves them any more.`
        : `${CONVERTED} Run the detector again to leave them out.`,
      { extra: { blocked_terms: blocked.slice(0, MOST_NAMED) } },
    );
  },
};

async function servedByNobody<Negative extends { text: string }>(
  tenancy: Tenancy,
  campaignId: number,
  negatives: readonly Negative[],
): Promise<Negative[]> {
  const texts = negatives.map(({ text }) => folded(text));
  const served = await servedByBrand(tenancy, campaignId, texts);
  return negatives.filter(({ text }) => !served.has(folded(text)));
}

/** A preview reads in its turn, apart from what everybody reads by; what is executed reads where it holds the campaign. */
function converted(context: GuardContext, campaignId: number): Promise<string[]> {
  const { db, database, organizationId } = context;
  if (isTransaction(db)) return convertingTerms(context, campaignId);
  return inItsTurn(context, () => convertingTerms({ organizationId, db: database.forWork() }, campaignId));
}

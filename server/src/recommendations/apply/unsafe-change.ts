import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { isTransaction } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { folded } from '../../campaigns/keyword-text.ts';
import { Negatives, type NegativeText } from '../../detection/negative-match.ts';
import { collected, inTurns } from '../../detection/steps.ts';
import { wordsOf } from '../../detection/words.ts';
import { convertingTerms } from '../../exclusions/converting-terms.store.ts';
import { inItsTurn } from '../../exclusions/impact.ts';
import { figuresVersion } from '../../figures/state.store.ts';
import { atWork } from '../../writes/change-lines.ts';
import { OutdatedCheck } from '../../writes/outdated-check.ts';
import type { GuardContext, Guardrail } from '../../writes/step.ts';
import { proposal } from '../proposal.ts';
import { findRecommendation } from '../recommendation.store.ts';
import { servedByBrand } from './brand-served.store.ts';

const MOST_NAMED = 100;
/** What it takes from a campaign, the brand campaign serves, for as long as that runs. */
const FOR_BRAND = 'brand_leak';
/** Whatever the figures say. */
const NOTHING = '';
const CONVERTED = 'It would block search terms that have converted.';

/** A recommendation that is to be applied. */
interface Applied {
  recommendation_id: string;
  campaign_id: number;
  type: string;
}

/** Nothing is applied that would block a search term which has brought conversions, also since it was recommended. */
export const noConvertingTermBlocked: Guardrail<Applied> = {
  when: 'always',
  async check(applied, context) {
    if (context.undoing) return undefined;
    const judged = context.seen?.judged;
    const { negatives, sign } = await toBeJudged(context, applied);
    if (judged !== undefined && judged !== sign) throw new OutdatedCheck();
    const isJudged = judged !== undefined && isTransaction(context.db);
    if (isJudged || negatives.length === 0) return undefined;
    const blocked = await blockedBy(negatives, applied.campaign_id, context);
    if (blocked.length === 0) return undefined;
    return new Refusal(
      'unsafe_change',
      applied.type === FOR_BRAND
        ? `${CONVERTED} No brand campaign that runs in the account serves them any more.`
        : `${CONVERTED} Run the detector again to leave them out.`,
      { extra: { blocked_terms: blocked.slice(0, MOST_NAMED) } },
    );
  },
};

/**
 * What would be excluded that nobody else serves, with a sign that stands for it and for the figures by which it is judged:
 * once either is another, so is the sign.
 */
export async function toBeJudged(
  tenancy: Tenancy,
  { recommendation_id, campaign_id, type }: Applied,
): Promise<{ negatives: NegativeText[]; sign: string }> {
  const found = await findRecommendation(tenancy, recommendation_id);
  const proposed = z
    .array(proposal)
    .parse(found?.proposals ?? [])
    .flatMap((one) => (one.op === 'add_negative_keyword' ? [{ text: one.text, matchType: one.match_type }] : []));
  const negatives = type === FOR_BRAND ? await servedByNobody(tenancy, campaign_id, proposed) : proposed;
  if (negatives.length === 0) return { negatives, sign: NOTHING };
  return { negatives, sign: JSON.stringify([await figuresVersion(tenancy), negatives]) };
}

async function servedByNobody<Negative extends { text: string }>(
  tenancy: Tenancy,
  campaignId: number,
  negatives: readonly Negative[],
): Promise<Negative[]> {
  const texts = negatives.map(({ text }) => folded(text));
  const served = await servedByBrand(tenancy, campaignId, texts);
  return negatives.filter(({ text }) => !served.has(folded(text)));
}

/**
 * Before anything is locked they are looked through in turns, apart from what everybody reads by: a campaign may have very
 * many.
 */
async function blockedBy(
  negatives: readonly NegativeText[],
  campaignId: number,
  context: GuardContext,
): Promise<string[]> {
  const { db, database, organizationId, looksThrough } = context;
  const all = new Negatives(negatives);
  const isBlocked = (term: string) => (all.blocking(wordsOf(term)) ? term : undefined);
  const look = async (from: Tenancy['db']) => {
    const terms = await convertingTerms({ organizationId, db: from }, campaignId);
    looksThrough?.(terms.length);
    return inTurns(collected(terms, isBlocked));
  };
  if (isTransaction(db)) return look(db);
  return inItsTurn(context, atWork(context, { stops: false }), () => look(database.forWork()));
}

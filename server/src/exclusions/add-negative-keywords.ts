import { z } from 'zod';
import { hasUnseen } from '../base/unseen.ts';
import { campaignForWrite } from '../campaigns/campaign-for-write.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { targetOf } from '../campaigns/campaign-step.ts';
import { addNegativeKeywordsStep } from '../campaigns/exclude/add-negative-keywords.step.ts';
import { notYetNegative } from '../campaigns/exclude/negative-keyword.store.ts';
import { whyRefused } from '../campaigns/keyword-text.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { impactOf } from './impact.ts';
import { impactFields, impactView } from './impact-view.ts';

const MOST_TERMS = 100;
const LONGEST_TERM = 80;

const matchType = z.enum(['phrase', 'exact', 'broad']);
/** What the platform would not take is taken all the same: on a draft it can wait, on a campaign that runs it decides. */
const term = z
  .string()
  .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
  .min(1)
  .max(LONGEST_TERM)
  .refine((text) => !hasUnseen(text), 'must hold nothing that cannot be seen');

/** Adds negative keywords to a campaign. */
export const addNegativeKeywords = guardedWrite({
  name: 'add_negative_keywords',
  summary: 'Add negative keywords to a campaign',
  description:
    'Adds negative keywords to a campaign, so that searches which match them no longer show its ads. Previews by default; then send dry_run false. Terms that exist already are left out. On a campaign that runs they go to the ad platform first; on a draft they wait with it. The preview names those that the ad platform would refuse; one of them makes it refuse all. It also shows blast_radius, the share of the campaign that would go, and blocks_converting_terms: a negative keyword that stops a term which converts loses money, and it is added all the same if you send it. The action_id can be undone.',
  rest: 'POST /organizations/{org}/campaigns/{slug}/negative-keywords',
  tool: 'svc_add_negative_keywords',
  scope: 'keywords:write',
  hints: { destructive: true, idempotent: true, openWorld: true },
  movesBudgets: false,
  asksPlatform: false,
  steps: [addNegativeKeywordsStep],
  input: {
    slug: campaignSlug,
    keywords: z.array(term).min(1).max(MOST_TERMS).describe('1 to 100 terms of at most 80 characters.'),
    match_type: matchType.default('phrase').describe('phrase (the default), exact or broad.'),
  },
  preview: {
    match_type: matchType,
    would_apply: z.array(z.object({ op: z.string(), term: z.string(), match_type: matchType })),
    would_be_refused: z
      .array(z.object({ term: z.string(), reason: z.string() }))
      .describe(
        'Terms that the ad platform is known not to take: at once on a campaign that runs, else at its launch.',
      ),
    ...impactFields,
  },
  result: z.object({
    applied: z.boolean(),
    action_id: z.string().nullable(),
    added: z.int(),
    match_type: matchType,
  }),

  async plan({ slug, keywords, match_type }, context) {
    const campaign = await campaignForWrite(context, slug);
    const asked = keywords.map((text) => ({ text, match_type, platform_id: null }));
    const negatives = await notYetNegative(context, campaign.id, asked);
    return { steps: negatives.length > 0 ? [addNegativeKeywordsStep.of({ ...targetOf(campaign), negatives })] : [] };
  },
  async previewOf([step], refusal, { match_type }, context) {
    if (refusal) throw refusal;
    const negatives = step?.details.negatives ?? [];
    const impact = await impactOf(context, step?.campaign.id ?? 0, { negatives, keywordIds: [] });
    const terms = negatives.map(({ text }) => text);
    return {
      match_type,
      would_apply: terms.map((term) => ({ op: 'add_negative_keyword', term, match_type })),
      would_be_refused: terms.flatMap((term) => {
        const reason = whyRefused(term);
        return reason === undefined ? [] : [{ term, reason }];
      }),
      ...impactView(impact),
    };
  },
  resultOf: ({ plan, actionId }, { match_type }) => ({
    applied: true,
    action_id: actionId,
    added: plan.steps[0]?.details.negatives.length ?? 0,
    match_type,
  }),
});

import { z } from 'zod';
import type { Refusal } from '../base/errors.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { campaignForWrite } from '../campaigns/campaign-for-write.ts';
import { targetOf } from '../campaigns/campaign-step.ts';
import { changeField } from '../writes/change.ts';
import type { PlanContext, Step } from '../writes/step.ts';
import type { Done } from '../writes/write.ts';
import type { DraftChange } from './draft-parts.ts';
import { draftEdit, editDraft, whyNotEditable } from './edit-draft.step.ts';

/** What is the same for every operation that edits a part of a draft: people do it, in the dashboard. */
export const draftWrite = {
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  hints: { destructive: true, idempotent: true, openWorld: false },
  movesBudgets: false,
  asksPlatform: false,
} as const;

/** What previews and answers of these operations hold. */
export const draftPreview = {
  would_change: z.array(changeField),
  refused_because: z.string().nullable().describe('Why it cannot be made; null when it can.'),
};
export const draftResult = z.object({
  applied: z.boolean(),
  action_id: z.string().nullable(),
  changed: z.array(changeField),
});

/** The preview of an edit. */
export function previewOf(steps: readonly Step[], refusal: Refusal | undefined) {
  return { would_change: steps.flatMap((step) => step.changes()), refused_because: refusal?.message ?? null };
}

/** The answer of an executed edit. */
export function resultOf({ plan, actionId }: Done) {
  return { applied: true, action_id: actionId, changed: plan.steps.flatMap((step) => step.changes()) };
}

/** Makes nothing of no keywords of no ad. */
const NOTHING: DraftChange = { part: 'keywords', ad_id: 0, from: [], to: [] };

/**
 * Plans the change of one part of a campaign as it stands. Of one that cannot be edited no part is read, since it may be
 * vast: what is planned for it does nothing, and is refused by its guardrails as any edit of it would be.
 */
export async function planEdit(
  context: PlanContext,
  slug: string,
  changeOf: (campaign: CampaignRow) => Promise<DraftChange>,
) {
  const campaign = await campaignForWrite(context, slug);
  if (whyNotEditable(campaign)) return { steps: [editDraft.of({ ...targetOf(campaign), change: NOTHING })] };
  const step = draftEdit(campaign, await changeOf(campaign));
  return { steps: step ? [step] : [] };
}

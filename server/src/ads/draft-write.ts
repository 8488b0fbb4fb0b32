import { z } from 'zod';
import type { Refusal } from '../base/errors.ts';
import { notFound } from '../base/errors.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { campaignForWrite } from '../campaigns/campaign-for-write.ts';
import { type CampaignParts, partsAround } from '../campaigns/campaign-parts.store.ts';
import { changeField } from '../writes/change.ts';
import type { PlanContext, Step } from '../writes/step.ts';
import type { Done } from '../writes/write.ts';
import type { DraftChange } from './draft-parts.ts';
import { draftEdit } from './edit-draft.step.ts';

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

/** Plans the change of one part of a campaign as it stands; of its ads it is shown the one that is named. */
export async function planEdit(
  context: PlanContext,
  slug: string,
  changeOf: (parts: CampaignParts, campaign: CampaignRow) => DraftChange | Promise<DraftChange>,
  { ad = null }: { ad?: number | null } = {},
) {
  const campaign = await campaignForWrite(context, slug);
  const step = draftEdit(campaign, await changeOf(await partsAround(context, campaign.id, ad), campaign));
  return { steps: step ? [step] : [] };
}

/** The ad of that id among the parts of a campaign. */
export function adAmong({ ads }: CampaignParts, adId: number) {
  const ad = ads.find(({ id }) => id === adId);
  if (!ad) throw notFound('That ad');
  return ad;
}

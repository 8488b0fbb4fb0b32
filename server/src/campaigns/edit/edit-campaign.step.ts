import { z } from 'zod';
import type { AdAccount, CampaignChange, CampaignSettings, ChangeEvent } from '../../ports/ad-platform.ts';
import { amountChange } from '../../writes/change.ts';
import type { PlatformWork, StepKind } from '../../writes/step.ts';
import { mustNotBeTakenBack } from '../after-lost-try.ts';
import { budgetGuardrail } from '../budget-rules.ts';
import type { CampaignRow } from '../campaign.store.ts';
import { campaignStep, campaignTarget, foundDone, targetOf } from '../campaign-step.ts';
import { changedThere, type Held, same } from '../changed-there.ts';
import { changesSetting } from '../changes-there.ts';
import { aboutSetting, SETTINGS, type Setting } from '../decided-on.ts';

const text = z.object({ from: z.string(), to: z.string() });
const optionalText = z.object({ from: z.string().nullable(), to: z.string().nullable() });

const details = campaignTarget.extend({
  changes: z.object({ name: text.optional(), budget: text.optional(), target_cpa: optionalText.optional() }),
  /** Somebody had made the change in the platform: it is not ours to take back. */
  already: z.boolean().optional(),
});

/** A change of a campaign's name, daily budget or target CPA; amounts are decimals as text. */
export type CampaignEdit = z.infer<typeof details>;

export const editCampaign: StepKind<CampaignEdit, 'update_campaign'> = campaignStep({
  op: 'update_campaign',
  details,
  guardrails: [budgetGuardrail(({ campaign_id, changes }) => changes.budget && { campaign_id, ...changes.budget })],
  changesOf: ({ changes: { name, budget, target_cpa } }) => [
    ...(name ? [{ field: 'name', ...name }] : []),
    ...(budget ? [amountChange('budget', budget)] : []),
    ...(target_cpa ? [amountChange('target_cpa', target_cpa)] : []),
  ],

  about: ({ campaign_id, changes }) =>
    SETTINGS.filter((field) => changes[field]).map((field) => aboutSetting(campaign_id, field)),

  save: async ({ changes: { name, budget, target_cpa } }) => ({
    ...(name && { name: name.to }),
    ...(budget && { budget: budget.to }),
    ...(target_cpa && { target_cpa: target_cpa.to }),
  }),

  async inverse(edit, campaign, { decidedSince }) {
    const since = await decidedSince(editCampaign.of(edit).about());
    const touched = SETTINGS.filter((field) => edit.changes[field]);
    const restored = touched.filter((field) => whyKept(campaign, edit, field, since) === undefined);
    const kept = touched.filter((field) => !restored.includes(field));
    const skipped = kept.map((field) => `${field}: ${whyKept(campaign, edit, field, since)}`);
    if (restored.length === 0) return { steps: [], restored: [], skipped };
    const back = editCampaign.of({ ...targetOf(campaign), changes: swapped(edit.changes, restored) });
    return { steps: [back], restored, skipped };
  },

  platform: {
    pending: ({ changes }) => ({ budget: changes.budget?.to }),
    async tell(edit, account, work) {
      const { platform_id } = edit;
      if (platform_id === null) return { wrote: [] };
      const [change, expected] = [platformChange(edit, 'to'), platformChange(edit, 'from')];
      if (work.mayHaveArrived) await mustNotBePutBack(edit, platform_id, account, work);
      const update = await account.updateCampaign(platform_id, change, { expected });
      if (update.applied) return { ...(update.already && (await foundDone(edit, work))), wrote: update.wrote };
      if (holds(update.campaign, change)) return { wrote: [] };
      throw await changedThere(heldBefore(edit), edit.campaign_id, update.campaign, work);
    },
  },
});

/** Where the platform has the old values after a try that may have arrived, somebody may have put them back. */
async function mustNotBePutBack(
  edit: CampaignEdit,
  platformId: string,
  account: AdAccount,
  work: PlatformWork<CampaignEdit>,
): Promise<void> {
  const there = await account.readSettings(platformId);
  if (!there || holds(there, platformChange(edit, 'to'))) return;
  const edited = SETTINGS.filter((field) => edit.changes[field]);
  const isAbout = (event: ChangeEvent) => edited.some((field) => changesSetting(event, field));
  await mustNotBeTakenBack({ campaignId: edit.campaign_id, there, isAbout }, account, work);
}

function platformChange({ changes }: CampaignEdit, side: 'from' | 'to'): CampaignChange {
  return {
    ...(changes.name && { name: changes.name[side] }),
    ...(changes.budget && { budget: changes.budget[side] }),
    ...(changes.target_cpa && { targetCpa: changes.target_cpa[side] }),
  };
}

function heldBefore({ changes: { name, budget, target_cpa } }: CampaignEdit): Held {
  return {
    ...(name && { name: name.from }),
    ...(budget && { budget: budget.from }),
    ...(target_cpa && { target_cpa: target_cpa.from }),
  };
}

/** Whether the platform holds the new values already: an earlier try arrived there. */
function holds(campaign: CampaignSettings, change: CampaignChange): boolean {
  return (
    (change.name === undefined || campaign.name === change.name) &&
    (change.budget === undefined || same('budget', campaign.budget, change.budget)) &&
    (change.targetCpa === undefined || same('target_cpa', campaign.targetCpa, change.targetCpa))
  );
}

/** Why a field does not get its old value back; undefined when it does. */
function whyKept(
  campaign: CampaignRow,
  { changes, already }: CampaignEdit,
  field: Setting,
  since: ReadonlySet<string>,
): string | undefined {
  if (already) return 'it was so in the ad platform already';
  if (since.has(aboutSetting(campaign.id, field))) return 'changed since';
  if (!same(field, campaign[field], changes[field]?.to ?? null)) return 'changed since';
  const unpaid = field === 'budget' && campaign.platform_id !== null && Number(changes.budget?.from) === 0;
  return unpaid ? 'a campaign in the ad platform needs one' : undefined;
}

function swapped(changes: CampaignEdit['changes'], fields: readonly Setting[]): CampaignEdit['changes'] {
  const { name, budget, target_cpa } = changes;
  return {
    ...(name && fields.includes('name') && { name: { from: name.to, to: name.from } }),
    ...(budget && fields.includes('budget') && { budget: { from: budget.to, to: budget.from } }),
    ...(target_cpa && fields.includes('target_cpa') && { target_cpa: { from: target_cpa.to, to: target_cpa.from } }),
  };
}

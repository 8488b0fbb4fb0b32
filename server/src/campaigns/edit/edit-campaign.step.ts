import { z } from 'zod';
import { amountOrNull } from '../../base/amounts.ts';
import type { Services } from '../../base/context.ts';
import type { Refusal } from '../../base/errors.ts';
import { visible } from '../../base/visible-text.ts';
import type { CampaignChange, CampaignSettings } from '../../ports/ad-platform.ts';
import { amountChange } from '../../writes/change.ts';
import type { StepKind } from '../../writes/step.ts';
import { budgetGuardrail } from '../budget-rules.ts';
import { type CampaignRow, findCampaignById } from '../campaign.store.ts';
import { campaignStep, campaignTarget, foundDone, targetOf } from '../campaign-step.ts';
import { conflict } from '../changes-there.ts';
import { syncConflict } from '../sync-conflict.ts';

const text = z.object({ from: z.string(), to: z.string() });
const optionalText = z.object({ from: z.string().nullable(), to: z.string().nullable() });

const details = campaignTarget.extend({
  changes: z.object({ name: text.optional(), budget: text.optional(), target_cpa: optionalText.optional() }),
  /** Somebody had made the change in the platform: it is not ours to take back. */
  already: z.boolean().optional(),
});

/** A change of a campaign's name, daily budget or target CPA; amounts are decimals as text. */
export type CampaignEdit = z.infer<typeof details>;
type Field = keyof CampaignEdit['changes'];
const FIELDS: readonly Field[] = ['name', 'budget', 'target_cpa'];

export const editCampaign: StepKind<CampaignEdit, 'update_campaign'> = campaignStep({
  op: 'update_campaign',
  details,
  guardrails: [budgetGuardrail(({ campaign_id, changes }) => changes.budget && { campaign_id, ...changes.budget })],
  changesOf: ({ changes: { name, budget, target_cpa } }) => [
    ...(name ? [{ field: 'name', ...name }] : []),
    ...(budget ? [amountChange('budget', budget)] : []),
    ...(target_cpa ? [amountChange('target_cpa', target_cpa)] : []),
  ],

  save: async ({ changes: { name, budget, target_cpa } }) => ({
    ...(name && { name: name.to }),
    ...(budget && { budget: budget.to }),
    ...(target_cpa && { target_cpa: target_cpa.to }),
  }),

  async inverse(edit, campaign) {
    const touched = FIELDS.filter((field) => edit.changes[field]);
    const restored = touched.filter((field) => whyKept(campaign, edit, field) === undefined);
    const kept = touched.filter((field) => !restored.includes(field));
    const skipped = kept.map((field) => `${field}: ${whyKept(campaign, edit, field)}`);
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
      const update = await account.updateCampaign(platform_id, change, { expected });
      if (update.applied) return { ...(update.already && (await foundDone(edit, work))), wrote: update.wrote };
      if (holds(update.campaign, change)) return { wrote: [] };
      const campaign = await findCampaignById(work, edit.campaign_id);
      throw (campaign && (await syncConflict(campaign, work))) ?? changedThere(edit, campaign, update.campaign, work);
    },
  },
});

function platformChange({ changes }: CampaignEdit, side: 'from' | 'to'): CampaignChange {
  return {
    ...(changes.name && { name: changes.name[side] }),
    ...(changes.budget && { budget: changes.budget[side] }),
    ...(changes.target_cpa && { targetCpa: changes.target_cpa[side] }),
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

/** Where the platform's books do not tell yet what changed: what is different, as of now. */
function changedThere(
  { changes }: CampaignEdit,
  campaign: CampaignRow | undefined,
  now: CampaignSettings,
  { clock }: Pick<Services, 'clock'>,
): Refusal {
  const at = new Date(clock.now()).toISOString();
  const name = campaign ? visible(campaign.name) : null;
  const found = { name: now.name, budget: now.budget, target_cpa: now.targetCpa };
  const conflicts = FIELDS.flatMap((field) => {
    const change = changes[field];
    if (!change || same(field, change.from, found[field])) return [];
    const shown = field === 'name' ? (text: string | null) => text && visible(text) : amountOrNull;
    const resource = field === 'budget' ? 'budget' : 'campaign';
    return [{ at, operation: 'update', resource, name, field, from: shown(change.from), to: shown(found[field]) }];
  });
  return conflict(conflicts);
}

/** Why a field does not get its old value back; undefined when it does. */
function whyKept(campaign: CampaignRow, { changes, already }: CampaignEdit, field: Field): string | undefined {
  if (already) return 'it was so in the ad platform already';
  if (!same(field, campaign[field], changes[field]?.to ?? null)) return 'changed since';
  const unpaid = field === 'budget' && campaign.platform_id !== null && Number(changes.budget?.from) === 0;
  return unpaid ? 'a campaign in the ad platform needs one' : undefined;
}

/** Amounts are the same however many zeros they are written with; names only to the letter. */
function same(field: Field, a: string | null, b: string | null): boolean {
  if (field === 'name' || a === null || b === null) return a === b;
  return Number(a) === Number(b);
}

function swapped(changes: CampaignEdit['changes'], fields: readonly Field[]): CampaignEdit['changes'] {
  const { name, budget, target_cpa } = changes;
  return {
    ...(name && fields.includes('name') && { name: { from: name.to, to: name.from } }),
    ...(budget && fields.includes('budget') && { budget: { from: budget.to, to: budget.from } }),
    ...(target_cpa && fields.includes('target_cpa') && { target_cpa: { from: target_cpa.to, to: target_cpa.from } }),
  };
}

import { z } from 'zod';
import { withAdAccount } from '../../ad-accounts/account-access.ts';
import { amountOrNull } from '../../base/amounts.ts';
import { Refusal } from '../../base/errors.ts';
import type { CampaignChange, CampaignSettings } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StepKind } from '../../writes/step.ts';
import { type CampaignChanges, type CampaignRow, findCampaignById, updateCampaignRow } from '../campaign.store.ts';
import { campaignUrl } from '../campaign.ts';
import { campaignForUndo } from '../campaign-for-write.ts';
import { clearPending, markPending } from '../campaign-write.store.ts';
import { leaveAlone } from '../leave-alone.ts';
import { syncConflict } from '../sync-conflict.ts';
import { budgetGuardrail } from './budget-rules.ts';

const text = z.object({ from: z.string(), to: z.string() });
const optionalText = z.object({ from: z.string().nullable(), to: z.string().nullable() });

const details = z.object({
  campaign_id: z.number(),
  slug: z.string(),
  /** Both null while the campaign was never in the platform. */
  account_id: z.string().nullable(),
  platform_id: z.string().nullable(),
  changes: z.object({ name: text.optional(), budget: text.optional(), target_cpa: optionalText.optional() }),
});

/** A change of a campaign's name, daily budget or target CPA; amounts are decimals as text. */
export type CampaignEdit = z.infer<typeof details>;
type Field = keyof CampaignEdit['changes'];
const FIELDS: readonly Field[] = ['name', 'budget', 'target_cpa'];

export const editCampaign: StepKind<CampaignEdit> = {
  op: 'update_campaign',
  details,
  guardrails: [budgetGuardrail(({ campaign_id, changes }) => changes.budget && { campaign_id, ...changes.budget })],
  inBackground: false,
  campaignOf: ({ campaign_id, slug }) => ({ id: campaign_id, slug }),
  reachesPlatform: ({ platform_id }) => platform_id !== null,
  describe: ({ changes }) =>
    FIELDS.flatMap((field) => {
      const change = changes[field];
      return change ? [`${field} ${change.from ?? 'none'} → ${change.to ?? 'none'}`] : [];
    }).join(', '),

  begin: ({ campaign_id, changes }, here) =>
    markPending(here, campaign_id, { actionId: here.actionId, budget: changes.budget?.to }),

  async there(edit, context) {
    const { account_id, platform_id } = edit;
    if (account_id === null || platform_id === null) return { wrote: [] };
    const [change, expected] = [platformChange(edit, 'to'), platformChange(edit, 'from')];
    return withAdAccount(context, account_id, { signal: context.signal, forChange: true }, async (account) => {
      const update = await account.updateCampaign(platform_id, change, { expected });
      if (update.applied) return { wrote: update.wrote };
      if (holds(update.campaign, change)) return { wrote: [] };
      const campaign = await findCampaignById(context, edit.campaign_id);
      throw (campaign && (await syncConflict(campaign, context))) ?? changedThere(edit, update.campaign, context.clock);
    });
  },

  async here({ campaign_id, changes, platform_id }, here) {
    const now = here.clock.now();
    const columns: CampaignChanges = {
      ...(changes.name && { name: changes.name.to }),
      ...(changes.budget && { budget: changes.budget.to }),
      ...(changes.target_cpa && { target_cpa: changes.target_cpa.to }),
      ...(platform_id !== null && { pushed_at: new Date(now).toISOString() }),
    };
    await updateCampaignRow(here, campaign_id, columns, now);
    await clearPending(here, campaign_id, here.actionId);
  },

  abandon: leaveAlone,

  async inverse(edit, context) {
    const campaign = await campaignForUndo(context, edit.campaign_id);
    const touched = FIELDS.filter((field) => edit.changes[field]);
    const restored = touched.filter((field) => whyKept(campaign, edit, field) === undefined);
    const kept = touched.filter((field) => !restored.includes(field));
    const skipped = kept.map((field) => `${field}: ${whyKept(campaign, edit, field)}`);
    if (!campaign || restored.length === 0) return { step: undefined, restored: [], skipped };
    const changes = swapped(edit.changes, restored);
    const { ad_account_id, platform_id } = campaign;
    const back: CampaignEdit = { ...edit, account_id: ad_account_id, platform_id, changes };
    return { step: { op: editCampaign.op, details: back }, restored, skipped };
  },

  resultOf: ({ slug }, { appUrl, organization }) => ({ campaign: slug, url: campaignUrl(appUrl, organization, slug) }),
};

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
function changedThere({ changes }: CampaignEdit, now: CampaignSettings, clock: Clock): Refusal {
  const at = new Date(clock.now()).toISOString();
  const found = { name: now.name, budget: now.budget, target_cpa: now.targetCpa };
  const conflicts = FIELDS.flatMap((field) => {
    const change = changes[field];
    if (!change || same(field, change.from, found[field])) return [];
    const shown = field === 'name' ? (text: string | null) => text : amountOrNull;
    return [{ at, operation: 'update', field, from: shown(change.from), to: shown(found[field]) }];
  });
  return new Refusal('sync_conflict', 'The campaign was changed in the ad platform since it was last synced.', {
    extra: { changes: conflicts },
  });
}

/** Why a field does not get its old value back; undefined when it does. */
function whyKept(campaign: CampaignRow | undefined, { changes }: CampaignEdit, field: Field): string | undefined {
  if (!campaign || !same(field, campaign[field], changes[field]?.to ?? null)) return 'changed since';
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

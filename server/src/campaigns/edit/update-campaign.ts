import { z } from 'zod';
import { amount, amountOrNull } from '../../base/amounts.ts';
import { invalid, Refusal } from '../../base/errors.ts';
import { amountField, nameText } from '../../base/schemas.ts';
import { guardedWrite } from '../../writes/guarded-write.ts';
import { budgetField, wholeCents, wholeUnits } from '../budget-rules.ts';
import type { CampaignRow } from '../campaign.store.ts';
import { campaignForWrite } from '../campaign-for-write.ts';
import { campaignSlug } from '../campaign-schemas.ts';
import { targetOf } from '../campaign-step.ts';
import { type CampaignEdit, editCampaign } from './edit-campaign.step.ts';

const LONGEST_NAME = 255;
const LARGEST_TARGET_CPA = 1_000_000;
const SMALLEST_TARGET_CPA = 0.01;

const amountChange = z.object({ from: amountField.nullable(), to: amountField.nullable() });
const fieldChanges = z.object({
  name: z.object({ from: z.string(), to: z.string() }).optional(),
  budget: amountChange.optional(),
  target_cpa: amountChange.optional(),
});

/** Changes a campaign's name, daily budget or target CPA. Only the fields sent change. */
export const updateCampaign = guardedWrite({
  name: 'update_campaign',
  summary: 'Change the name, daily budget or target CPA of a campaign',
  description:
    'Changes a campaign’s name, daily budget (whole units of the organization currency) or target CPA (with cents); only the fields sent change. Previews by default: look at would_change and within_limits, then send dry_run false. One call may move a budget only so far, and all daily budgets times 30 stay within the monthly cap. Use svc_set_campaign_state to launch or pause. The answered action_id can be undone.',
  rest: 'PATCH /organizations/{org}/campaigns/{slug}',
  tool: 'svc_update_campaign',
  scope: 'campaigns:write',
  hints: { destructive: true, idempotent: true, openWorld: true },
  weight: 'light',
  movesBudgets: true,
  asksPlatform: false,
  steps: [editCampaign],
  input: {
    slug: campaignSlug,
    name: nameText(LONGEST_NAME).optional(),
    budget: budgetField.optional().describe('Daily, rounded half up to whole units.'),
    target_cpa: z.number().min(SMALLEST_TARGET_CPA).max(LARGEST_TARGET_CPA).optional().describe('Keeps cents.'),
  },
  preview: { would_change: fieldChanges, within_limits: z.boolean() },
  result: z.object({ applied: z.boolean(), action_id: z.string().nullable(), changed: fieldChanges }),

  async plan({ slug, name, budget, target_cpa }, context) {
    const fields = { name, budget, target_cpa };
    if (Object.values(fields).every((value) => value === undefined)) {
      throw invalid([{ path: 'body', message: 'must name at least one of name, budget and target_cpa' }]);
    }
    const campaign = await campaignForWrite(context, slug);
    const edit = editOf(campaign, fields);
    return { steps: Object.keys(edit.changes).length > 0 ? [editCampaign.of(edit)] : [] };
  },
  previewOf([edit], refusal) {
    if (refusal && refusal.code !== 'budget_cap_exceeded') throw refusal;
    return { would_change: changesOf(edit?.details), within_limits: refusal === undefined };
  },
  resultOf: ({ plan, actionId }) => ({
    applied: true,
    action_id: actionId,
    changed: changesOf(plan.steps[0]?.details),
  }),
});

interface Fields {
  name?: string | undefined;
  budget?: number | undefined;
  target_cpa?: number | undefined;
}

function editOf(campaign: CampaignRow, { name, budget, target_cpa }: Fields): CampaignEdit {
  const inPlatform = campaign.platform_id !== null;
  const newBudget = budget === undefined ? undefined : wholeUnits(budget);
  const newTarget = target_cpa === undefined ? undefined : wholeCents(target_cpa);
  if (newBudget === 0 && inPlatform) {
    throw invalid([{ path: 'budget', message: 'must be above 0 for a campaign that is in the ad platform' }]);
  }
  if (newBudget !== undefined && campaign.budget_shared && Number(campaign.budget) !== newBudget) {
    throw new Refusal('not_supported', 'This campaign shares its budget with others; change it in the ad platform.');
  }
  return {
    ...targetOf(campaign),
    changes: {
      ...(name !== undefined && name !== campaign.name && { name: { from: campaign.name, to: name } }),
      ...(newBudget !== undefined &&
        newBudget !== Number(campaign.budget) && { budget: { from: campaign.budget, to: newBudget.toFixed(2) } }),
      ...(newTarget !== undefined &&
        newTarget !== campaign.target_cpa && { target_cpa: { from: campaign.target_cpa, to: newTarget } }),
    },
  };
}

function changesOf(edit: CampaignEdit | undefined): z.output<typeof fieldChanges> {
  const { name, budget, target_cpa } = edit?.changes ?? {};
  return {
    ...(name && { name }),
    ...(budget && { budget: { from: amount(budget.from), to: amount(budget.to) } }),
    ...(target_cpa && { target_cpa: { from: amountOrNull(target_cpa.from), to: amountOrNull(target_cpa.to) } }),
  };
}

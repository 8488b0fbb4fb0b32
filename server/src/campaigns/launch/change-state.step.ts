import { z } from 'zod';
import { withAdAccount } from '../../ad-accounts/account-access.ts';
import { findAdAccount } from '../../ad-accounts/ad-account.store.ts';
import { Refusal } from '../../base/errors.ts';
import { type AdAccount, AdPlatformError, type PlatformCampaign } from '../../ports/ad-platform.ts';
import type { GuardContext, Outcome, StepKind, StepWork } from '../../writes/step.ts';
import { type CampaignChanges, type CampaignRow, findCampaignById, updateCampaignRow } from '../campaign.store.ts';
import { campaignUrl } from '../campaign.ts';
import { campaignForUndo } from '../campaign-for-write.ts';
import { type CampaignParts, campaignParts } from '../campaign-parts.store.ts';
import { clearPending, markPending, nameParts } from '../campaign-write.store.ts';
import { leaveAlone } from '../leave-alone.ts';
import { syncConflict } from '../sync-conflict.ts';
import { budgetBlocker, firstLaunchBlocker, launchable } from './launch-rules.ts';
import { launchSpec, namesOfFound, namesOfLaunch } from './launch-spec.ts';

const DUPLICATE_NAME = 'campaignError.DUPLICATE_CAMPAIGN_NAME';

const named = z.array(z.object({ id: z.number(), platform_id: z.string() }));

const details = z.object({
  campaign_id: z.number(),
  slug: z.string(),
  account_id: z.string().nullable(),
  /** null until the platform has created it. */
  platform_id: z.string().nullable(),
  from: z.enum(['live', 'paused', 'draft', 'error']),
  to: z.enum(['live', 'paused', 'draft']),
  /** A launch was sent: if its answer never came, the campaign may be there all the same. */
  sent: z.boolean().optional(),
  platform_budget_id: z.string().optional(),
  names: z.object({ ads: named, keywords: named, negatives: named }).optional(),
});

/** A campaign going live, resting or becoming a draft again. */
export type StateChange = z.infer<typeof details>;

export const changeState: StepKind<StateChange> = {
  op: 'set_campaign_state',
  details,
  guardrails: [
    { when: 'always', check: linkRefusal },
    { when: 'always', check: (change, context) => whenGoingLive(change, context, budgetBlocker) },
    {
      when: 'always',
      check: (change, context) =>
        whenGoingLive(change, context, async (campaign) =>
          campaign.platform_id === null ? firstLaunchBlocker(campaign.id, context) : undefined,
        ),
    },
    { when: 'executed', check: (change, context) => whenGoingLive(change, context, syncConflict) },
  ],
  inBackground: true,
  campaignOf: ({ campaign_id, slug }) => ({ id: campaign_id, slug }),
  reachesPlatform: ({ to, platform_id }) => to === 'live' || platform_id !== null,
  describe: ({ from, to }) => `state ${from} → ${to}`,

  begin: ({ campaign_id, to }, here) => markPending(here, campaign_id, { actionId: here.actionId, state: to }),

  async there(change, context) {
    const { account_id } = change;
    if (account_id === null) throw notLinked();
    return withAdAccount(context, account_id, { signal: context.signal, forChange: true }, (account) =>
      change.platform_id === null ? launch(change, account, context) : setStatus(change, change.platform_id, account),
    );
  },

  async here(change, here) {
    const now = here.clock.now();
    const inPlatform = change.platform_id !== null;
    await updateCampaignRow(
      here,
      change.campaign_id,
      {
        state: change.to,
        pending_state: null,
        ...(inPlatform && {
          platform_id: change.platform_id,
          launch_sent_as: null,
          platform_state: change.to === 'live' ? 'live' : 'paused',
          pushed_at: new Date(now).toISOString(),
        }),
        ...(change.platform_budget_id && {
          last_synced_at: new Date(now).toISOString(),
          platform_budget_id: change.platform_budget_id,
          first_launched_at: new Date(now).toISOString(),
        }),
      },
      now,
    );
    if (change.names) await nameParts(here, change.campaign_id, change.names);
    await clearPending(here, change.campaign_id, here.actionId);
  },

  async abandon(change, here, outcome) {
    await leaveAlone(change, here, outcome);
    const left: CampaignChanges = { state: 'error' };
    if (change.from !== 'error') left.state_before_error = change.from;
    if (outcome === 'unknown' && change.sent && change.platform_id === null) {
      left.launch_sent_as = (await findCampaignById(here, change.campaign_id))?.name ?? null;
    }
    await updateCampaignRow(here, change.campaign_id, left, here.clock.now());
  },

  async inverse(change, context) {
    const campaign = await campaignForUndo(context, change.campaign_id);
    // An error is what a failed try left, not somebody's change.
    const state = campaign?.state === 'error' ? campaign.state_before_error : campaign?.state;
    if (!campaign || state !== change.to) return { step: undefined, restored: [], skipped: ['state: changed since'] };
    const { slug, ad_account_id: account_id, platform_id } = campaign;
    const to = change.from === 'error' ? (platform_id === null ? 'draft' : 'paused') : change.from;
    const back: StateChange = { campaign_id: campaign.id, slug, account_id, platform_id, from: campaign.state, to };
    return { step: { op: changeState.op, details: back }, restored: ['state'], skipped: [] };
  },

  resultOf: ({ slug, to }, { appUrl, organization, at }) => ({
    campaign: slug,
    url: campaignUrl(appUrl, organization, slug),
    state: to,
    synced_at: at,
  }),
};

async function setStatus({ to }: StateChange, platformId: string, account: AdAccount): Promise<Outcome> {
  const update = await account.updateCampaign(platformId, { status: to === 'live' ? 'enabled' : 'paused' });
  return { wrote: update.applied ? update.wrote : [] };
}

/**
 * Creates the campaign in the platform, once. Names are unique there: after an answer that never came, the campaign of
 * that name is ours, because before the first try there was none.
 */
async function launch(change: StateChange, account: AdAccount, context: StepWork<StateChange>): Promise<Outcome> {
  const campaign = await findCampaignById(context, change.campaign_id);
  if (!campaign) throw new Refusal('not_found', 'The campaign is gone.');
  const parts = launchable(await campaignParts(context, campaign.id));
  const sentAs = campaign.launch_sent_as;
  const lost = sentAs === null ? null : await account.findCampaign(sentAs);
  if (lost) {
    await context.note({ ...change, sent: true });
    return broughtUpToDate(campaign, arrived(parts, lost), lost, account);
  }
  const found = await account.findCampaign(campaign.name);
  if (found && change.sent) return arrived(parts, found);
  if (found) throw nameTaken();
  await context.note({ ...change, sent: true });
  try {
    const launched = await account.launch(launchSpec(campaign, parts));
    const { campaignId: platform_id, budgetId: platform_budget_id, wrote } = launched;
    return { details: { platform_id, platform_budget_id, names: namesOfLaunch(parts, launched) }, wrote };
  } catch (error) {
    const late =
      (change.sent || sentAs === campaign.name) && isNameTaken(error) && (await account.findCampaign(campaign.name));
    if (late) return arrived(parts, late);
    throw error;
  }
}

/** What was edited here since the lost launch is told to the platform, which knows the campaign as it was sent. */
async function broughtUpToDate(
  { name, budget, target_cpa: targetCpa }: CampaignRow,
  { details }: Outcome,
  { id }: PlatformCampaign,
  account: AdAccount,
): Promise<Outcome> {
  const update = await account.updateCampaign(id, { name, budget, targetCpa, status: 'enabled' });
  return { ...(details && { details }), wrote: update.applied ? update.wrote : [] };
}

function arrived(parts: CampaignParts, found: PlatformCampaign): Outcome {
  const names = namesOfFound(parts, found);
  return { details: { platform_id: found.id, platform_budget_id: found.budgetId, names }, wrote: [] };
}

function nameTaken(): AdPlatformError {
  const message = 'Google Ads has a campaign of that name already; give this one another name.';
  return new AdPlatformError('google_ads_refused', message, { codes: [DUPLICATE_NAME] });
}

function isNameTaken(error: unknown): boolean {
  return error instanceof AdPlatformError && error.codes.includes(DUPLICATE_NAME);
}

/** The campaign must be linked to an ad account that can be reached. */
async function linkRefusal({ account_id }: StateChange, context: GuardContext): Promise<Refusal | undefined> {
  const account = account_id === null ? undefined : await findAdAccount(context, account_id);
  return account?.status === 'linked' ? undefined : notLinked();
}

function notLinked(): Refusal {
  return new Refusal('setup_required', 'The campaign is not linked to an ad account that can be reached.', {
    extra: { blocked_by: 'linked_account' },
  });
}

async function whenGoingLive(
  { to, campaign_id }: StateChange,
  context: GuardContext,
  check: (campaign: CampaignRow, context: GuardContext) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  if (to !== 'live') return undefined;
  const campaign = await findCampaignById(context, campaign_id);
  return campaign && check(campaign, context);
}

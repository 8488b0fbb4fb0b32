import { z } from 'zod';
import { withAdAccount } from '../ad-accounts/account-access.ts';
import { findAdAccount } from '../ad-accounts/ad-account.store.ts';
import { Refusal } from '../core/errors.ts';
import type { AdAccount } from '../ports/ad-platform.ts';
import type { GuardContext, Outcome, StepKind, StepWork } from '../writes/step.ts';
import { type CampaignRow, findCampaignById, updateCampaignRow } from './campaign.store.ts';
import { campaignUrl } from './campaign.ts';
import { campaignParts } from './campaign-parts.store.ts';
import { clearPending, markPending, nameParts } from './campaign-write.store.ts';
import { budgetBlocker, firstLaunchBlocker } from './launch-rules.ts';
import { launchSpec, namesOfFound, namesOfLaunch } from './launch-spec.ts';
import { syncConflict } from './sync-conflict.ts';

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
    return withAdAccount(context, account_id, { signal: context.signal }, (account) =>
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
          platform_state: change.to === 'live' ? 'live' : 'paused',
          last_synced_at: new Date(now).toISOString(),
        }),
        ...(change.platform_budget_id && {
          platform_budget_id: change.platform_budget_id,
          first_launched_at: new Date(now).toISOString(),
        }),
      },
      now,
    );
    if (change.names) await nameParts(here, change.campaign_id, change.names);
    await clearPending(here, change.campaign_id, here.actionId);
  },

  async abandon({ campaign_id }, here) {
    await clearPending(here, campaign_id, here.actionId);
    await updateCampaignRow(here, campaign_id, { state: 'error' }, here.clock.now());
  },

  async inverse(change, context) {
    const campaign = await findCampaignById(context, change.campaign_id);
    if (campaign?.state !== change.to) return { step: undefined, restored: [], skipped: ['state: changed since'] };
    const { slug, ad_account_id: account_id, platform_id } = campaign;
    const to = change.from === 'error' ? (platform_id === null ? 'draft' : 'paused') : change.from;
    const back: StateChange = { campaign_id: campaign.id, slug, account_id, platform_id, from: change.to, to };
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

/** Creates the campaign in the platform, once: after an answer that never came, it is looked for first. */
async function launch(change: StateChange, account: AdAccount, context: StepWork<StateChange>): Promise<Outcome> {
  const campaign = await findCampaignById(context, change.campaign_id);
  if (!campaign) throw new Refusal('not_found', 'The campaign is gone.');
  const parts = await campaignParts(context, campaign.id);
  if (change.sent) {
    const found = await account.findCampaign(campaign.name);
    if (found) {
      const names = namesOfFound(parts, found);
      return { details: { platform_id: found.id, platform_budget_id: found.budgetId, names }, wrote: [] };
    }
  }
  await context.note({ ...change, sent: true });
  const launched = await account.launch(launchSpec(campaign, parts));
  const names = namesOfLaunch(parts, launched);
  return {
    details: { platform_id: launched.campaignId, platform_budget_id: launched.budgetId, names },
    wrote: launched.wrote,
  };
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

import { z } from 'zod';
import { canAccess } from '../../ad-accounts/account-link.ts';
import { wasLinkedAgain } from '../../ad-accounts/ad-account.store.ts';
import { Refusal } from '../../base/errors.ts';
import { campaignRemoved } from '../../ports/ad-platform.ts';
import { StoppedBefore } from '../../writes/actions/failures.ts';
import { settleUnknown } from '../../writes/actions/unknown-action.store.ts';
import { amountChange } from '../../writes/change.ts';
import type { GuardContext, Inverse, InverseContext, OwnRows, PlanContext, Step, StepKind } from '../../writes/step.ts';
import { type CampaignChanges, type CampaignRow, findCampaignById } from '../campaign.store.ts';
import { mayRun } from '../campaign-for-write.ts';
import { campaignStep, campaignTarget, notLinked, targetOf } from '../campaign-step.ts';
import { keepPlatformIds } from '../campaign-write.store.ts';
import { aboutState } from '../decided-on.ts';
import { type NegativeKeywordDetails, named } from '../exclude/negative-keyword.ts';
import { lookThere } from '../look-there.ts';
import { queueEngine } from '../queue-engine.ts';
import { readAnew, readForgotten } from '../read-of-late.ts';
import { syncConflict } from '../sync-conflict.ts';
import { launch, setStatus, stopSent } from './launch.ts';
import { countNegatives, writtenAds } from './launch-needs.store.ts';
import { budgetBlocker, firstLaunchBlocker, nameBlocker } from './launch-rules.ts';
import { exclusionInSource, sourceOfLaunch } from './source-of-launch.ts';
import { placesInWords } from './told-places.ts';

const platformIds = z.array(z.object({ id: z.number(), platform_id: z.string() }));

const details = campaignTarget.extend({
  from: z.enum(['live', 'paused', 'draft', 'error']),
  to: z.enum(['live', 'paused', 'draft']),
  /** Of a campaign that goes live: what it then spends each day. */
  budget: z.string().optional(),
  /** The same as the platform has it, where that is another. */
  found_budget: z.string().optional(),
  /** Of a first launch: how many negative keywords go along with it. */
  negatives: z.number().optional(),
  /** Of a first launch: where it is to be shown, in words. */
  places: z.array(z.string()).optional(),
  /** Of a first launch: the ads that were written when it was decided on. */
  ads: z.array(z.number()).optional(),
  /** Of a campaign in error: the state before the change that failed. */
  before_error: z.enum(['live', 'paused', 'draft']).optional(),
  /** A launch was sent: if its answer never came, the campaign may be there all the same. */
  sent: z.boolean().optional(),
  /** When it was sent first. */
  sent_at: z.string().optional(),
  /** Of a campaign whose launch was sent and never answered: its name then. It may be running there. */
  sent_as: z.string().optional(),
  platform_budget_id: z.string().optional(),
  platform_ids: z.object({ ads: platformIds, keywords: platformIds, negatives: platformIds }).optional(),
  /** Of what was removed in the platform: it rests there already, and nobody is told. */
  removed: z.literal(true).optional(),
  /** Somebody had made the change in the platform: it is not ours to take back. */
  already: z.boolean().optional(),
  /** The action that had set the state before; null where none had. */
  set_by_before: z.string().nullable().optional(),
  /** Of what takes another back: the action whose state it is again. */
  set_by: z.string().nullable().optional(),
});

/** A campaign going live, resting or becoming a draft again. */
export type StateChange = z.infer<typeof details>;

export const changeState: StepKind<StateChange, 'set_campaign_state'> = campaignStep({
  op: 'set_campaign_state',
  details,
  findsLaunch: true,
  guardrails: [
    { when: 'always', check: isLinked },
    { when: 'executed', check: isThere },
    { when: 'always', check: goingLive(budgetBlocker) },
    { when: 'always', check: goingLive(firstLaunch) },
    { when: 'always', check: goingLive(nameBlocker) },
    { when: 'always', check: goingLive(readForgotten) },
    { when: 'executed', check: goingLive(syncConflict) },
  ],
  changesOf: ({ from, to, budget, found_budget = budget, places = [], negatives }) => [
    { field: 'state', from, to },
    ...(found_budget === undefined ? [] : [amountChange('daily spend', { from: null, to: found_budget })]),
    ...places.map((place) => ({ field: 'location', from: null, to: place })),
    ...(negatives === undefined ? [] : [{ field: 'negative keywords', from: null, to: String(negatives) }]),
  ],

  about: ({ campaign_id }) => [aboutState(campaign_id)],

  async save(change, own) {
    const now = new Date(own.clock.now()).toISOString();
    if (change.platform_ids) await keepPlatformIds(own, change.campaign_id, change.platform_ids);
    if (change.to === 'live') await lookForLeaks(change, own);
    if (change.sent_as !== undefined) await settleSent(change, own);
    return {
      state: change.to,
      state_set_by: change.set_by === undefined ? own.actionId : change.set_by,
      pending_state: null,
      ...(change.found_budget !== undefined && { budget: change.found_budget }),
      ...(change.platform_id !== null &&
        !change.removed && {
          platform_id: change.platform_id,
          launch_sent_as: null,
          platform_state: change.to === 'live' ? 'live' : 'paused',
        }),
      ...(change.platform_budget_id && {
        last_synced_at: now,
        platform_budget_id: change.platform_budget_id,
        first_launched_at: now,
      }),
    };
  },

  otherOfInverse: async (change, context) =>
    stateBefore(change) === 'live' ? sourceOfLaunch(change.slug, context) : undefined,

  async inverse(change, campaign, context, source) {
    if (change.already) return leftAsItIs('state: it was so in the ad platform already');
    const back = stateChange(campaign, stateBefore(change), { set_by: change.set_by_before ?? null });
    if (await wasSetSince(change, campaign, back, context)) return leftAsItIs('state: changed since');
    if (back.starts) await readAnew(campaign, context);
    const exclusion = back.starts && source ? await exclusionInSource(campaign, source, context) : undefined;
    return {
      steps: [back],
      restored: ['state'],
      skipped: [],
      stops: back.stops && mayRun(campaign),
      besides: exclusion ? [excludedAgain(exclusion)] : [],
    };
  },

  resultOf: ({ to }, { at }) => ({ state: to, synced_at: at }),

  platform: {
    inBackground: true,
    reaches: ({ to, platform_id, sent_as, removed }) =>
      !removed && (to === 'live' || platform_id !== null || sent_as !== undefined),
    stops: ({ to, removed }) => to !== 'live' && !removed,
    starts: ({ to }) => to === 'live',
    async movesThere({ to, campaign_id }, work) {
      const campaign = to === 'live' ? await findCampaignById(work, campaign_id) : undefined;
      return campaign ? [{ campaign_id, from: '0', to: campaign.budget }] : [];
    },
    pending: ({ to }) => ({ state: to }),
    async tell(change, account, work) {
      if (change.to === 'live' && work.forStop && !work.mayHaveArrived && !change.sent) throw new StoppedBefore();
      if (change.platform_id !== null) return setStatus(change, change.platform_id, account, work);
      return change.to === 'live' ? launch(change, account, work) : stopSent(change, account, work);
    },
    async leftAs(change, own, why) {
      const left: CampaignChanges = { state: 'error' };
      if (change.from !== 'error') left.state_before_error = change.from;
      if (why === 'unknown' && change.sent && change.platform_id === null) {
        left.launch_sent_as = (await findCampaignById(own, change.campaign_id))?.name ?? null;
      }
      return left;
    },
  },
});

/** Whether a state is no longer the one that a change gave, or was given anew by somebody else. */
async function wasSetSince(
  change: StateChange,
  campaign: CampaignRow,
  back: Step,
  context: InverseContext,
): Promise<boolean> {
  const { decidedSince, actionId, mayBeDone } = context;
  // An error is what a failed try left, not somebody's change.
  const state = campaign.state === 'error' ? campaign.state_before_error : campaign.state;
  // A draft that nobody knew of is read from the platform as paused.
  const readAs = mayBeDone && change.to === 'draft' ? 'paused' : change.to;
  if (state !== change.to && state !== readAs) return true;
  const thing = aboutState(campaign.id);
  if ((await decidedSince([thing])).has(thing)) return true;
  // Somebody may have started it in the platform and stopped it again: it looks the same, and yet it is to rest. Whether
  // an answer that was lost stands behind it is read from there alone.
  const isOwn = campaign.state_set_by === actionId || (mayBeDone === true && campaign.state_set_by === null);
  return back.starts && (!isOwn || (await wasOutOfSight(campaign, context)));
}

/** Whether the campaign may have been started and stopped again since, without any sync that could have seen it. */
async function wasOutOfSight({ ad_account_id }: CampaignRow, context: InverseContext): Promise<boolean> {
  return ad_account_id !== null && wasLinkedAgain(context, ad_account_id, context.madeAt);
}

/** A change of a campaign's state as it stands. */
export function stateChange(
  campaign: CampaignRow,
  to: StateChange['to'],
  again: Pick<StateChange, 'set_by'> = {},
): Step<StateChange, 'set_campaign_state'> {
  const { state: from, state_before_error, platform_id, launch_sent_as, state_set_by: set_by_before } = campaign;
  const removed = campaign.platform_state === 'removed' && to !== 'live' ? { removed: true as const } : {};
  const before = from === 'error' && state_before_error ? { before_error: state_before_error } : {};
  const sent = platform_id === null && launch_sent_as !== null && to !== 'live' ? { sent_as: launch_sent_as } : {};
  const spent = to === 'live' ? { budget: campaign.budget } : {};
  return changeState.of({
    ...targetOf(campaign),
    from,
    to,
    set_by_before,
    ...again,
    ...spent,
    ...before,
    ...sent,
    ...removed,
  });
}

/**
 * A campaign going live; of a first launch whoever approves it also sees where it will be shown and how much it excludes,
 * and its ads are those of now.
 */
export async function goLive(
  campaign: CampaignRow,
  context: PlanContext,
): Promise<Step<StateChange, 'set_campaign_state'>> {
  await readAnew(campaign, context);
  const change = stateChange(campaign, 'live');
  if (campaign.platform_id !== null) return change;
  const negatives = await countNegatives(context, campaign.id);
  const ads = await writtenAds(context, campaign.id);
  const places = await placesInWords(context, campaign.id);
  return changeState.of({
    ...change.details,
    ads,
    places,
    ...(negatives > 0 && { negatives }),
  });
}

/**
 * What a campaign was before the change: an error counts as what it was before that, and before a first launch it was a
 * draft. One that was tried again is left at rest.
 */
function stateBefore({ from, to, before_error, platform_budget_id }: StateChange): StateChange['to'] {
  if (from !== 'error') return from;
  if (platform_budget_id !== undefined) return 'draft';
  return before_error === undefined || before_error === to ? 'paused' : before_error;
}

/** What a campaign takes over from its source is excluded there whenever it starts. */
function excludedAgain(exclusion: Step<NegativeKeywordDetails, 'add_negative_keywords'>): Inverse {
  const { slug, negatives } = exclusion.details;
  const restored = negatives.map((one) => `${named(one)} (${one.match_type}) in ${slug}`);
  return { steps: [exclusion], restored, skipped: [] };
}

function leftAsItIs(why: string) {
  return { steps: [], restored: [], skipped: [why] };
}

/** The stop of a campaign whose launch never answered has found it there: so that launch was carried out. */
async function settleSent({ campaign_id, platform_id, platform_budget_id }: StateChange, own: OwnRows): Promise<void> {
  if (platform_id === null) return;
  await settleUnknown(own, campaign_id, {
    op: changeState.op,
    of: { to: 'live' },
    details: { platform_id, platform_budget_id },
  });
}

/** While a brand campaign is live, others must not take its searches: the engine looks whether they do. */
async function lookForLeaks({ campaign_id }: StateChange, own: OwnRows): Promise<void> {
  const campaign = await findCampaignById(own, campaign_id);
  if (campaign?.type === 'brand') await queueEngine(own, own);
}

/** The campaign must be linked to an ad account that the user of the credential can access. */
async function isLinked({ account_id, to, removed }: StateChange, context: GuardContext): Promise<Refusal | undefined> {
  if (removed) return undefined;
  const { personId } = context.caller;
  return (await canAccess(context, account_id, personId, { atOnce: to !== 'live' })) ? undefined : notLinked();
}

/** What was removed in the platform cannot be put back; where the platform cannot be read, the work will tell. */
async function isThere({ account_id, platform_id }: StateChange, context: GuardContext): Promise<Refusal | undefined> {
  if (!context.undoing || account_id === null || platform_id === null) return undefined;
  const seen = await lookThere(context, account_id, (account) => account.readSettings(platform_id));
  return seen?.found === null ? new Refusal('not_reversible', campaignRemoved().message) : undefined;
}

/** A check of the campaign as it stands, for those that are about to go live. */
function goingLive(check: (campaign: CampaignRow, context: GuardContext) => Promise<Refusal | undefined>) {
  return async ({ to, campaign_id }: StateChange, context: GuardContext): Promise<Refusal | undefined> => {
    const campaign = to === 'live' ? await findCampaignById(context, campaign_id) : undefined;
    return campaign && check(campaign, context);
  };
}

async function firstLaunch(campaign: CampaignRow, context: GuardContext): Promise<Refusal | undefined> {
  return campaign.platform_id === null ? firstLaunchBlocker(campaign, context) : undefined;
}

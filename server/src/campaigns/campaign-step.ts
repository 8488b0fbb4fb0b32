import { z } from 'zod';
import { withAdAccount } from '../ad-accounts/account-access.ts';
import { whyUnreachable } from '../ad-accounts/account-link.ts';
import type { Tenancy } from '../base/context.ts';
import { DailyAllowance } from '../base/daily-allowance.ts';
import { Refusal } from '../base/errors.ts';
import { requesterStands } from '../identity/requester.ts';
import type { AdAccount } from '../ports/ad-platform.ts';
import { isOutOfQuota, NoLongerAllowed, NotApproved, StoppedBefore } from '../writes/actions/failures.ts';
import { isHeldSince } from '../writes/approvals/held-since.ts';
import {
  type AboutResult,
  type BudgetMove,
  defineStep,
  type GivenUp,
  type GuardContext,
  type Guardrail,
  type Inverse,
  type InverseContext,
  type Outcome,
  type OwnRows,
  type PlanContext,
  type PlatformWork,
  type StepDefinition,
  type StepKind,
} from '../writes/step.ts';
import { budgetRefusal } from './budget-rules.ts';
import { type CampaignChanges, type CampaignRow, updateCampaignRow } from './campaign.store.ts';
import { campaignUrl } from './campaign.ts';
import { campaignForUndo } from './campaign-for-write.ts';
import { clearPending, countStop, markPending, type PendingMark } from './campaign-write.store.ts';
import { leaveAlone } from './leave-alone.ts';
import { mustBeRead } from './must-be-read.ts';
import { stillThere } from './still-there.ts';

/** Which campaign a step is about, and where the platform has it: the first part of every campaign step's details. */
export const campaignTarget = z.object({
  campaign_id: z.number(),
  slug: z.string(),
  account_id: z.string().nullable(),
  /** null while the campaign was never in the platform. */
  platform_id: z.string().nullable(),
});
export type CampaignTarget = z.infer<typeof campaignTarget>;

/** The target that a campaign's row names. */
export function targetOf({ id, slug, ad_account_id, platform_id }: CampaignRow): CampaignTarget {
  return { campaign_id: id, slug, account_id: ad_account_id, platform_id };
}

/** The part of a campaign step that the platform is told of. */
interface CampaignPlatformPart<Details> {
  /** A campaign that the platform knows, unless said otherwise. */
  reaches?(details: Details): boolean;
  inBackground?: boolean;
  /** Whether it stops spending: then nothing of it waits for quota, and nothing else is waited for. */
  stops?(details: Details): boolean;
  /** Whether it makes the campaign run. */
  starts?(details: Details): boolean;
  /** What it makes of daily budgets, where its guardrails do not say: the limits may be others once the platform is told. */
  movesThere?(details: Details, work: PlatformWork<Details>): Promise<BudgetMove[]>;
  /** What else is marked on the campaign while the change is on its way. */
  pending?(details: Details): PendingMark;
  tell(details: Details, account: AdAccount, work: PlatformWork<Details>): Promise<Outcome>;
  /** What the campaign is left as when the change is given up; where it was never sent, as it was. */
  leftAs?(details: Details, own: OwnRows, why: Exclude<GivenUp, 'unsent'>): Promise<CampaignChanges>;
}

/** What a kind of step on a campaign says of itself; the rest is the same for all of them. */
interface CampaignStep<Details extends CampaignTarget, Op extends string>
  extends Pick<StepDefinition<Details, Op>, 'op' | 'details' | 'guardrails' | 'changesOf' | 'about' | 'undoneBy'> {
  /** Whether it finds a campaign whose launch was never answered: others wait until it is known whether that arrived. */
  findsLaunch?: true;
  /** Writes rows below the campaign, and answers with the columns of the campaign itself that change. */
  save(details: Details, own: OwnRows): Promise<CampaignChanges>;
  /** Left out by a step that only ever takes another back. */
  inverse?(details: Details, campaign: CampaignRow, context: InverseContext, other?: CampaignRow): Promise<Inverse>;
  /** The other campaign that taking it back touches, held still before its own. */
  otherOfInverse?(details: Details, context: PlanContext): Promise<CampaignRow | undefined>;
  /** The same of a step that made a campaign of its own: that one is taken back although the target may be gone. */
  inverseBeside?(details: Details, context: InverseContext): Promise<Inverse>;
  /** What a finished task tells beside campaign and url. */
  resultOf?(details: Details, about: AboutResult): Record<string, unknown>;
  /** Left out where nothing but our own rows is concerned. */
  platform?: CampaignPlatformPart<Details>;
}

/** Defines a kind of step on a campaign. */
export function campaignStep<Details extends CampaignTarget, const Op extends string>(
  step: CampaignStep<Details, Op>,
): StepKind<Details, Op> {
  const { op, details, changesOf, about, undoneBy, platform } = step;
  const reaches = (change: Details) =>
    platform !== undefined && (platform.reaches?.(change) ?? change.platform_id !== null);
  const guardrails: Guardrail<Details>[] = [
    ...(step.findsLaunch ? [] : [stillThere(reaches)]),
    ...step.guardrails,
    { when: 'always', check: async (change, context) => (reaches(change) ? outOfReach(change, context) : undefined) },
  ];
  return defineStep({
    op,
    details,
    guardrails,
    changesOf,
    about,
    ...(undoneBy && { undoneBy }),
    campaignOf: ({ campaign_id, slug }) => ({ id: campaign_id, slug }),
    async save(change, own) {
      const now = own.clock.now();
      const columns = await step.save(change, own);
      const pushed = reaches(change) && change.platform_id !== null ? { pushed_at: new Date(now).toISOString() } : {};
      // What may be changed is a launch that nobody looks for any more: it must not be read over the change.
      const settled = step.findsLaunch ? {} : { launch_sent_as: null };
      await updateCampaignRow(own, change.campaign_id, { ...settled, ...pushed, ...columns }, now);
      if (own.last) await clearPending(own, own.actionId);
    },
    async inverse(change, context) {
      if (step.inverseBeside) return step.inverseBeside(change, context);
      const other = await step.otherOfInverse?.(change, context);
      const back = async (row: CampaignRow): Promise<Inverse> =>
        (await step.inverse?.(change, row, context, other)) ?? { steps: [], restored: [], skipped: [] };
      // What made it run is undone by a stop, unless somebody has decided anew since.
      const stops = async (row: CampaignRow) => platform?.starts?.(change) === true && (await back(row)).stops === true;
      const campaign = await campaignForUndo(context, change.campaign_id, stops);
      if (!campaign) return { steps: [], restored: [], skipped: ['the campaign is gone'] };
      if (context.mayBeDone) await mustBeRead(campaign, context);
      return back(campaign);
    },
    resultOf: (change, about) => ({
      campaign: change.slug,
      url: campaignUrl(about.appUrl, about.organization, change.slug),
      ...step.resultOf?.(change, about),
    }),
    ...(platform && {
      platform: {
        inBackground: platform.inBackground ?? false,
        reaches,
        markPending: (change, own) =>
          markPending(own, change.campaign_id, own.actionId, platform.pending?.(change) ?? {}),
        noteStop: (change, context) => countStop(context, change.campaign_id, new Date(context.clock.now())),
        ...(platform.stops && { stops: platform.stops }),
        ...(platform.starts && { starts: platform.starts }),
        tell: (change, work) => toldThere({ movesThere: judgedMoves(guardrails), ...platform }, change, work),
        async takeBack(change, own, why) {
          await leaveAlone(own, why);
          if (why === 'unsent') return;
          const left = await platform.leftAs?.(change, own, why);
          if (left) await updateCampaignRow(own, change.campaign_id, left, own.clock.now());
        },
      },
    }),
  });
}

/** So many changes of an organization are let past what the platform has left for the day; it has to answer stops, too. */
const letPast = new DailyAllowance(20);

/**
 * Where somebody wants the campaign to stop, a change that waits before that is let past if it is small, and few were. One
 * that has to go on waiting is given up, so that it cannot keep the campaign running. Looking for a start that may have
 * arrived is part of the stop itself, which waits for it: that is always let past.
 */
async function toldThere<Details extends CampaignTarget>(
  { tell, stops, starts, movesThere }: CampaignPlatformPart<Details>,
  change: Details,
  work: PlatformWork<Details>,
): Promise<Outcome> {
  const { account_id } = change;
  if (account_id === null) throw notLinked();
  const isStop = stops?.(change) ?? false;
  const { sending } = work;
  // The platform is told later, perhaps much later: whoever asked is looked at anew then.
  const beforeChange = async () => {
    if (work.declined) throw work.declined;
    await requesterStands(work, { ...work, stops: isStop });
    // What may have arrived, or has begun to, comes to its end; and nothing keeps a stop.
    const mayWait = !isStop && !sending.mayHaveArrived;
    if (mayWait && (await isHeldSince(work, work.approved ?? false))) throw new NotApproved();
    await limitsStillHold((await movesThere?.(change, work)) ?? [], work);
    // Somebody may have come since this try began who wants the campaign to stop.
    const toStop = starts?.(change) ? await work.stopWanted?.() : undefined;
    if (toStop?.of.includes(change.campaign_id)) throw new StoppedBefore();
  };
  const options = {
    signal: work.signal,
    forChange: true,
    beforeChange,
    noteSent: () => sending.begins(),
    didNothing: () => sending.didNothing(),
  };
  try {
    const isAwaited = sending.mayHaveArrived && starts?.(change) === true;
    const isLetPast = () => isAwaited || letPast.take(work.organizationId, work.clock.now());
    const forStop = isStop || (work.givesWay === true && isLetPast());
    return await withAdAccount({ ...work, forStop }, account_id, options, (account) => tell(change, account, work));
  } catch (error) {
    const isGivenUp = isOutOfQuota(error) && work.givesWay && !isStop && !sending.mayHaveArrived;
    throw isGivenUp ? new StoppedBefore() : error;
  }
}

/** Refuses what the platform would have to be told where nobody can tell it. */
async function outOfReach({ account_id }: CampaignTarget, tenancy: Tenancy): Promise<Refusal | undefined> {
  if (account_id === null) return notLinked();
  const gap = await whyUnreachable(tenancy, account_id);
  return gap && new Refusal('setup_required', gap.message, { extra: { blocked_by: 'linked_account' } });
}

/** The moves that a step's own guardrails judged when it was accepted. */
function judgedMoves<Details>(guardrails: readonly Guardrail<Details>[]) {
  return async (details: Details) => guardrails.flatMap(({ moveOf }) => moveOf?.(details) ?? []);
}

/** Limits that were lowered while a change waited hold for it as well. */
async function limitsStillHold(
  moves: readonly BudgetMove[],
  work: Tenancy & Pick<GuardContext, 'undoing'>,
): Promise<void> {
  for (const move of moves) {
    const refusal = await budgetRefusal(move, work);
    if (refusal) throw new NoLongerAllowed(refusal);
  }
}

/**
 * For a step that finds its wish fulfilled in the platform. Unless an earlier try of ours did it, somebody else had: that
 * is noted at once, because a later try could not tell the two apart.
 */
export async function foundDone<Details extends { already?: boolean | undefined }>(
  details: Details,
  work: PlatformWork<Details>,
): Promise<Pick<Outcome, 'details'>> {
  if (work.mayHaveArrived) return {};
  await work.note({ ...details, already: true });
  return { details: { already: true } };
}

/** For a campaign that has no ad account, or one that cannot be reached. */
export function notLinked(): Refusal {
  return new Refusal('setup_required', 'The campaign is not linked to an ad account that can be reached.', {
    extra: { blocked_by: 'linked_account' },
  });
}

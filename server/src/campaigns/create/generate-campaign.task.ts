import { z } from 'zod';
import { withAdAccount } from '../../ad-accounts/account-access.ts';
import type { Queryable } from '../../base/database.ts';
import { quoted } from '../../base/visible-text.ts';
import type { BusinessFacts } from '../../copywriting/business-facts.ts';
import { RequesterGone, requesterStands } from '../../identity/requester.ts';
import { keepFirstProfile } from '../../organizations/business-profile.store.ts';
import type { Site } from '../../ports/site-reader.ts';
import { TaskFailure } from '../../tasks/failure-reasons.ts';
import { type TaskContext, task } from '../../tasks/task.ts';
import { profileFor } from '../../websites/profile-for.ts';
import { readWebsite } from '../../websites/read-website.ts';
import { campaignFrom } from '../../websites/writing-room.ts';
import { type AskedBy, askedBy } from '../../writes/actions/own-action.ts';
import { type Approval, approvalFields } from '../../writes/approvals/approval.ts';
import { isHeldSince } from '../../writes/approvals/held-since.ts';
import { lockBudgets } from '../../writes/budget-lock.store.ts';
import { type CampaignRow, findCampaignById, lockCampaignById, updateCampaignRow } from '../campaign.store.ts';
import { campaignUrl } from '../campaign.ts';
import { freeNames } from '../drafts/free-name.ts';
import { firstLaunchBlocker } from '../launch/launch-rules.ts';
import { findPlaces } from './find-places.ts';
import { gatherIdeas } from './gather-ideas.ts';
import { platformLanguage } from './platform-language.ts';
import { saveDraft, type WrittenDraft } from './save-draft.ts';

/** The work of writing a campaign from its website. */
export const GENERATE_CAMPAIGN = 'generate_campaign';

const payload = z.object({
  campaign_id: z.number(),
  organization: z.string(),
  named: z.boolean(),
  /** What it is called until it is written; without it the name may be one that people gave, and stays. */
  called: z.string().optional(),
  asked_by: askedBy,
  /** Of it, and with it of what it does to other drafts. */
  ...approvalFields,
});
type Payload = z.infer<typeof payload>;

const TIMEOUT_SECONDS = 300;
const MOST_PAGES = 25;
/** An ad platform that is unsteady is asked again; nothing was kept by then. */
const RETRIES = { attempts: 2, backoffSeconds: 5 };

/**
 * Reads a website and writes a draft from it. Everything is kept in one transaction at the end, so that work which is cut
 * off begins again from the website, and work which fails leaves a campaign in error with nothing in it.
 */
export const generateCampaign = task<Payload>({
  type: GENERATE_CAMPAIGN,
  payload,
  changes: ['campaigns', 'business_profile', 'actions'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run(asked, context) {
    const campaign = await findCampaignById(context, asked.campaign_id);
    if (!campaign) return undefined;
    const { notes, actionId } = campaign.generating ? await generate(campaign, asked, context) : NOTHING_KEPT;
    return {
      campaign: campaign.slug,
      url: campaignUrl(context.config.appUrl, asked.organization, campaign.slug),
      ...(actionId !== null && { action_id: actionId }),
      ...(notes.length > 0 && { notes }),
    };
  },

  async onFailure({ campaign_id }, _failure, context) {
    const campaign = await lockCampaignById(context, campaign_id);
    if (!campaign?.generating) return;
    const left = { state: 'error', state_before_error: 'draft', generating: false } as const;
    await updateCampaignRow(context, campaign_id, left, context.clock.now());
  },
});

/** What a person should know about a campaign that was filled, and what that changed beside it. */
interface Kept {
  notes: string[];
  actionId: string | null;
}

const NOTHING_KEPT: Kept = { notes: [], actionId: null };

async function generate(
  campaign: CampaignRow,
  { named, called, asked_by, ...approval }: Payload,
  context: TaskContext,
): Promise<Kept> {
  const site = await readWebsite(context, campaign.website_url, MOST_PAGES);
  const source = { site, profile: await profileFor(site, context) };
  const written = { ...(await write(campaign, source, named, context)), calledBefore: called ?? null };
  await context.stage('Saving the draft');
  return context.database.transaction((db) =>
    keep(campaign, source, { ...written, by: asked_by, approval }, { ...context, db }),
  );
}

/** What a campaign is written from. */
interface Source {
  site: Site;
  profile: BusinessFacts;
}

async function write(
  campaign: CampaignRow,
  { site, profile }: Source,
  named: boolean,
  context: TaskContext,
): Promise<Omit<WrittenDraft, 'calledBefore'>> {
  const { ad_account_id } = campaign;
  const now = context.clock.now();
  if (ad_account_id === null) throw new TaskFailure('setup_required', 'The campaign has no ad account any more.');
  const { signal, writer } = context;
  return withAdAccount(context, ad_account_id, { signal }, async (account, { time_zone: timeZone }) => {
    await context.stage('Looking up what people search for');
    const gathered = await gatherIdeas(account, { site, profile, timeZone, signal });
    await context.stage('Writing ads and keywords');
    const type = campaign.type === 'brand' ? 'brand' : 'prospecting';
    const composed = await campaignFrom({ site, profile, type, now, ...gathered, writer, signal });
    if (composed.ads.length === 0) throw saysNothing();
    const locations = await findPlaces(account, composed.places, { site, stated: composed.country, timeZone });
    const languageId = platformLanguage(site.pages[0]?.language ?? null);
    return { composed, locations, languageId, name: named ? null : composed.name };
  });
}

/** Keeps all of it, unless another try that was taken for dead has done so. */
async function keep(
  campaign: CampaignRow,
  { site, profile }: Source,
  { by, approval, ...written }: WrittenDraft & { by: AskedBy; approval: Approval },
  context: TaskContext & { db: Queryable },
): Promise<Kept> {
  const { stands, mayChangeOthers: mayExclude } = await whatIsAllowed(context, approval);
  // One after the other: two that are written at once must not choose the same name.
  await lockBudgets(context);
  const name = written.name === null ? null : (await freeNames(context, campaign.id))(written.name);
  const saved = await saveDraft(context, campaign.id, { ...written, name }, { by, mayExclude });
  if (!saved) return NOTHING_KEPT;
  const now = context.clock.now();
  if (stands) await keepFirstProfile(context, { ...profile, url: site.address }, new Date(now));
  const missing = await firstLaunchBlocker(campaign, context);
  const { excludedIn, leftAlone, notAllowedIn, actionId } = saved;
  const notes = [
    ...written.composed.notes,
    ...(excludedIn.length > 0 ? [nowExcluded(excludedIn)] : []),
    ...(notAllowedIn.length > 0 ? [notAllowed(notAllowedIn)] : []),
    ...leftAlone.map(stillSearched),
    ...(missing ? [`Before it can be launched: ${missing.message}`] : []),
  ];
  return { notes, actionId };
}

/**
 * The business is known from this website, and other drafts are changed, only for somebody who still may; and these only
 * where such changes need no approval now that this one has not had. It is asked before anything else is locked.
 */
async function whatIsAllowed(
  context: TaskContext & { db: Queryable },
  { approved, approved_by: approvedBy }: Approval,
): Promise<{ stands: boolean; mayChangeOthers: boolean }> {
  const { requestedBy } = context;
  const held = await isHeldSince(context, approved);
  try {
    await requesterStands(context, { requestedBy, scope: 'campaigns:write', approvedBy });
    return { stands: true, mayChangeOthers: !held };
  } catch (error) {
    if (error instanceof RequesterGone) return { stands: false, mayChangeOthers: false };
    throw error;
  }
}

const MOST_NAMED = 10;

function nowExcluded(names: readonly string[]): string {
  return `Its keywords are negative keywords now of drafts that were never launched: ${someOf(names)}. The action_id takes that back.`;
}

function notAllowed(names: readonly string[]): string {
  return `Drafts were left alone, since whoever asked may no longer change them without approval: ${someOf(names)}. Add the brand’s keywords to their negative keywords.`;
}

function someOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map((name) => quoted(name));
  const more = names.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function stillSearched(name: string): string {
  return `${quoted(name)} was being launched and was left alone: add the brand’s keywords to its negative keywords.`;
}

function saysNothing(): TaskFailure {
  return new TaskFailure(
    'task_error',
    'The website says too little to write ads from. Name a page that describes what is offered, then start again.',
  );
}

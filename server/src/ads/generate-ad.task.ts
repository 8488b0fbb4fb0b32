import { z } from 'zod';
import { withAdAccount } from '../ad-accounts/account-access.ts';
import { queueSync } from '../ad-accounts/queue-sync.ts';
import type { Services, Tenancy } from '../base/context.ts';
import { DailyAllowance } from '../base/daily-allowance.ts';
import { type CampaignRow, lockCampaignById } from '../campaigns/campaign.store.ts';
import { campaignUrl } from '../campaigns/campaign.ts';
import { takenAmong } from '../campaigns/campaign-parts.store.ts';
import { gatherIdeas } from '../campaigns/create/gather-ideas.ts';
import { draftAdOf } from '../campaigns/create/save-draft.ts';
import type { DraftAd } from '../campaigns/drafts/draft.store.ts';
import { adOnItsWay, fillAd, markAdLost, removeUnwrittenAd } from '../campaigns/drafts/new-ad.store.ts';
import { folded } from '../campaigns/keyword-text.ts';
import { isValidAd } from '../campaigns/launch/launch-rules.ts';
import { noteLeft } from '../campaigns/merge/platform-presence.store.ts';
import type { CompositionOrder } from '../copywriting/compose.ts';
import { TaskFailure } from '../tasks/failure-reasons.ts';
import { type TaskContext, task } from '../tasks/task.ts';
import { profileFor } from '../websites/profile-for.ts';
import { readWebsite } from '../websites/read-website.ts';
import { campaignFrom } from '../websites/writing-room.ts';
import { approvalFields } from '../writes/approvals/approval.ts';
import { forgetStart } from '../writes/idempotency/idempotency.ts';
import { giveBackQuota } from '../writes/quota/write-quota.ts';
import { type AdInCampaign, adOf } from './ad-in-campaign.ts';
import { mustStillBeWanted, pushAd, removedMeanwhile } from './push-ad.ts';

/** The work of writing an ad for a landing page, and of bringing it to the platform where its campaign runs. */
export const GENERATE_AD = 'generate_ad';

const payload = z.object({
  campaign_id: z.number(),
  ad_id: z.number(),
  organization: z.string(),
  ...approvalFields,
});
type Payload = z.infer<typeof payload>;

const TIMEOUT_SECONDS = 300;
const MOST_PAGES = 8;
/** Each time a writer may be asked. */
const MOST_TIMES_WRITTEN = 3;
const RETRIES = { attempts: 6, backoffSeconds: 2 };
/** So many a day get their write back: each was read for and written all the same. */
const givenBack = new DailyAllowance(20);
const NOT_SENT =
  'The ad was written and is not sent to Google Ads: approvals were turned on before that, and nobody has approved it. Remove it and ask for it again; then it waits for approval.';

/**
 * Writes an ad and, where the platform knows its campaign, sends it there. It can begin again at any point: an ad that is
 * written is not written again, and the platform is looked at before anything is sent.
 */
export const generateAd = task<Payload>({
  type: GENERATE_AD,
  payload,
  changes: ['campaigns'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ campaign_id, ad_id, organization, ...approval }, context) {
    const found = await adOf(context, campaign_id, ad_id);
    if (found) await mustStillBeWanted(found, approval, context);
    if (found?.ad.generating) await writeAd(found, context);
    const written = found && (await adOf(context, campaign_id, ad_id));
    if (!written) throw removedMeanwhile();
    const pushed = await pushAd(written, approval, context);
    const { slug } = written.campaign;
    return {
      campaign: slug,
      url: campaignUrl(context.config.appUrl, organization, slug),
      ad_id,
      name: written.ad.name,
      ...(pushed === 'held' && { notes: [NOT_SENT] }),
    };
  },

  async onFailure({ campaign_id, ad_id }, _reason, context) {
    const campaign = await lockCampaignById(context, campaign_id);
    const ad = await adOnItsWay(context, ad_id);
    if (!campaign || !ad || ad.platform_id !== null) return;
    if (ad.sent_at !== null) return lookForAd(context, campaign, ad_id);
    await removeUnwrittenAd(context, ad_id);
    await forgetStart(context, startOfAd(context.taskId, ad_id));
    // Written and not sent it is no write. A page that says too little was read all the same.
    const isGivenBack = !ad.generating && givenBack.take(context.organizationId, context.clock.now());
    if (isGivenBack) await giveBackQuota(context, ad.created_at);
  },
});

/** What whoever asks for an ad is answered with. */
export function startOfAd(task_tracking_id: number, ad_id: number) {
  return { task_tracking_id, status: 'queued' as const, ad_id };
}

/** An ad that may have arrived in the platform is looked for there: where it is not, it goes. */
async function lookForAd(context: Services & Tenancy, campaign: CampaignRow, adId: number): Promise<void> {
  const { ad_account_id, platform_id } = campaign;
  await markAdLost(context, adId);
  if (ad_account_id === null || platform_id === null) return;
  await noteLeft(context, ad_account_id, platform_id, context.clock.now());
  await queueSync(context, context, ad_account_id, null);
}

async function writeAd({ ad, campaign }: AdInCampaign, context: TaskContext): Promise<void> {
  const site = await readWebsite(context, ad.final_url, MOST_PAGES);
  const now = context.clock.now();
  const profile = await profileFor(site, context);
  const { signal } = context;
  const gathered = await withAdAccount(
    context,
    campaign.ad_account_id ?? '',
    { signal },
    async (account, { time_zone }) => {
      await context.stage('Looking up what people search for');
      return gatherIdeas(account, { site, profile, timeZone: time_zone, signal });
    },
  );
  await context.stage('Writing the ad');
  const type = campaign.type === 'brand' ? 'brand' : 'prospecting';
  const order = { site, profile, type, now, focus: site.address, ...gathered } as const;
  const written = await withKeywordsOfItsOwn(order, campaign.id, context);
  if (!written || !isValidAd({ ...ad, ...written, path1: null, path2: null, generating: false })) throw saysTooLittle();
  if (written.keywords.length === 0) throw saysTooLittle();
  await context.stage('Saving the ad');
  await context.database.transaction(async (db) => {
    const own = { ...context, db };
    await lockCampaignById(own, campaign.id);
    await fillAd(own, ad.id, written, new Date(now));
  });
}

/**
 * An ad without the keywords that others of its campaign have. Those may be very many, so the few that it could have are
 * looked for among them; where all that it was given are taken, it is written again without them.
 */
async function withKeywordsOfItsOwn(
  order: CompositionOrder,
  campaignId: number,
  context: TaskContext,
): Promise<DraftAd | undefined> {
  const { signal, writer } = context;
  let taken = await takenAmong(context, campaignId, order.ideas);
  for (let times = 1; ; times += 1) {
    const [composed] = (await campaignFrom({ ...order, taken: [...taken], writer, signal })).ads;
    if (!composed) return undefined;
    const ad = draftAdOf(composed);
    const others = await takenAmong(context, campaignId, ad.keywords);
    const keywords = ad.keywords.filter(({ text }) => !others.has(folded(text)));
    if (keywords.length > 0 || others.size === 0 || times === MOST_TIMES_WRITTEN) return { ...ad, keywords };
    taken = taken.union(others);
  }
}

function saysTooLittle(): TaskFailure {
  const message =
    'The page says too little to write an ad of its own from. Name a page that describes one offer, then start again.';
  return new TaskFailure('task_error', message);
}

import { z } from 'zod';
import { canAccess } from '../ad-accounts/account-link.ts';
import type { Context } from '../base/context.ts';
import { invalid, notFound, Refusal } from '../base/errors.ts';
import { nameText } from '../base/schemas.ts';
import { requestedBy } from '../base/task-queue.ts';
import { adNames } from '../campaigns/ads-of-campaign.store.ts';
import { type CampaignRow, findCampaign, lockCampaign } from '../campaigns/campaign.store.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { notLinked } from '../campaigns/campaign-step.ts';
import { insertUnwrittenAd } from '../campaigns/drafts/new-ad.store.ts';
import { launchUnknown } from '../campaigns/launch-unknown.ts';
import { removedThere } from '../campaigns/still-there.ts';
import { publicAddress, webAddress } from '../websites/web-address-field.ts';
import { approvalOf } from '../writes/approvals/approval.ts';
import { guardedStart } from '../writes/guarded-start.ts';
import { GENERATE_AD, startOfAd } from './generate-ad.task.ts';
import { pageOf } from './landing-page.ts';

const LONGEST_NAME = 255;
/** A draft is read and shown as a whole, and sent so at its launch. */
const MOST_OF_DRAFT = 300;

/** Starts the writing of a new ad for a landing page. */
export const createAd = guardedStart({
  name: 'create_ad',
  summary: 'Add an ad for a landing page to a campaign',
  description:
    'Reads a landing page and writes an ad for it, with its keywords, into a campaign. The page must be on the domain of the campaign’s website or a subdomain. Follow the task_tracking_id with svc_get_task_status. On a campaign that is live the finished ad goes to the ad platform and starts serving; on a draft it waits with the campaign. It has no preview and cannot be undone here: people remove ads in the dashboard. Not for imported or competitor campaigns.',
  rest: 'POST /organizations/{org}/campaigns/{slug}/ads',
  tool: 'svc_create_ad',
  scope: 'campaigns:write',
  changes: ['campaigns', 'tasks'],
  hints: { destructive: false, idempotent: false, openWorld: true },
  movesBudgets: false,
  input: {
    slug: campaignSlug,
    url: webAddress.describe('The landing page, with http:// or https://.'),
    name: nameText(LONGEST_NAME).optional().describe('Left out, it is numbered after the existing ads: Ad 2, Ad 3.'),
  },
  result: z.object({ task_tracking_id: z.int(), status: z.literal('queued'), ad_id: z.int() }),

  async plan({ slug, url, name }, context) {
    publicAddress(context, 'url', url);
    const campaign = await (context.locking ? lockCampaign : findCampaign)(context, slug);
    if (!campaign) throw notFound('That campaign');
    const refusal = await whyNoAd(campaign, context);
    if (refusal) throw refusal;
    const page = pageOf(context, campaign, 'url', url);
    const ads = await adNames(context, campaign.id);
    if (campaign.platform_id === null && ads.length >= MOST_OF_DRAFT) throw fullDraft();
    return { campaign, page, name: nameFor(ads, name) };
  },

  changesOf: ({ campaign, page, name }) => ({
    campaign: campaign.slug,
    changes: [
      { field: 'new ad', from: null, to: name },
      { field: 'landing page', from: null, to: page },
      { field: 'serves', from: null, to: runs(campaign) ? 'as soon as it is written' : 'once the campaign runs' },
    ],
  }),

  async begin({ campaign, page, name }, _input, context) {
    const { organization, organizationId, caller, db, clock } = context;
    const ad = await insertUnwrittenAd(context, campaign.id, { name, url: page }, new Date(clock.now()));
    const task = await context.tasks.enqueue(db, {
      organizationId,
      type: GENERATE_AD,
      payload: {
        campaign_id: campaign.id,
        ad_id: ad,
        organization: organization.slug,
        ...approvalOf(context),
      },
      about: `ad:${ad}`,
      requestedBy: requestedBy(caller),
    });
    return startOfAd(task, ad);
  },
});

/** Why a campaign takes no new ad, in the order in which it is asked. */
async function whyNoAd(campaign: CampaignRow, context: Context): Promise<Refusal | undefined> {
  const { type, ad_account_id, generating } = campaign;
  if (type === 'external') return new Refusal('not_supported', 'Imported campaigns take no ads from here.');
  if (type === 'competitor') return new Refusal('not_supported', 'Competitor campaigns take no ads from here.');
  const removed = removedThere(campaign, 'not_supported');
  if (removed) return removed;
  if (!(await canAccess(context, ad_account_id, context.caller.personId))) return notLinked();
  if (generating) return new Refusal('setup_required', 'The campaign is still being generated.');
  return launchUnknown(campaign, context);
}

function fullDraft(): Refusal {
  const message = `A draft takes at most ${MOST_OF_DRAFT} ads. Remove some, or add this one when the campaign runs.`;
  return new Refusal('not_supported', message);
}

/** Whether a new ad would show without anybody deciding on that again. */
function runs({ state, pending_state, platform_state }: CampaignRow): boolean {
  return (pending_state ?? state) === 'live' || platform_state === 'live';
}

/** Names of ads are unique in their campaign, for the platform as well. */
function nameFor(ads: readonly { name: string }[], sent: string | undefined): string {
  const taken = new Set(ads.map(({ name }) => name.toLowerCase()));
  if (sent !== undefined) {
    if (taken.has(sent.toLowerCase())) throw invalid([{ path: 'name', message: 'is the name of another ad' }]);
    return sent;
  }
  let number = ads.length + 1;
  while (taken.has(`ad ${number}`)) number += 1;
  return `Ad ${number}`;
}

import { z } from 'zod';
import { canAccess } from '../../ad-accounts/account-link.ts';
import { listAdAccounts } from '../../ad-accounts/ad-account.store.ts';
import { amount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { nameText } from '../../base/schemas.ts';
import { requestedBy } from '../../base/task-queue.ts';
import { hostOf } from '../../base/web-address.ts';
import { type BusinessProfileRow, findBusinessProfile } from '../../organizations/business-profile.store.ts';
import { publicAddress, webAddress } from '../../websites/web-address-field.ts';
import { askedByCaller } from '../../writes/actions/own-action.ts';
import { approvalOf } from '../../writes/approvals/approval.ts';
import type { Change } from '../../writes/change.ts';
import { guardedStart } from '../../writes/guarded-start.ts';
import { budgetField, capRefusal, limitsFor, wholeUnits } from '../budget-rules.ts';
import { insertCampaign } from '../campaign.store.ts';
import { campaignUrl } from '../campaign.ts';
import { draftsWithoutBrand } from '../drafts/draft.store.ts';
import { GENERATE_CAMPAIGN } from './generate-campaign.task.ts';

const LONGEST_NAME = 255;
const TYPE_NAMES = { prospecting: 'Prospecting', brand: 'Brand' };

/** Starts the making of a draft campaign from a website. */
export const createCampaign = guardedStart({
  name: 'create_campaign',
  summary: 'Create a draft campaign from a website',
  description:
    'Reads a website and writes a whole draft from it: ads for its pages, keywords with their match types, negative keywords, sitelinks, callouts and locations, in the ad account that is selected. It takes a minute or two: follow the task_tracking_id with svc_get_task_status; meanwhile the campaign can be read with generating true. The result is always a draft that costs nothing; look at it, set a budget where none was sent, and launch it with svc_set_campaign_state. Types are prospecting and brand. It has no preview.',
  rest: 'POST /organizations/{org}/campaigns',
  tool: 'svc_create_campaign',
  scope: 'campaigns:write',
  changes: ['campaigns', 'tasks'],
  hints: { destructive: false, idempotent: false, openWorld: true },
  movesBudgets: true,
  input: {
    website_url: webAddress.describe('The website to build from, with http:// or https://.'),
    type: z.enum(['prospecting', 'brand']).default('prospecting').describe('prospecting (the default) or brand.'),
    name: nameText(LONGEST_NAME)
      .optional()
      .describe('Kept as sent; left out, it is made from business, type and places.'),
    budget: budgetField
      .optional()
      .describe('Daily, rounded half up to whole units; left out, it is 0 until somebody sets it.'),
  },
  result: z.object({
    task_tracking_id: z.int(),
    status: z.literal('queued'),
    campaign: z.string().describe('The slug of the new draft.'),
    url: z.string().describe('Where the dashboard shows it.'),
  }),

  async plan({ website_url, type, budget = 0 }, context) {
    const website = publicAddress(context, 'website_url', website_url);
    const profile = await findBusinessProfile(context);
    if (profile?.status === 'analysing') {
      throw new Refusal('setup_required', 'The business profile is still being analysed. Try again in a few minutes.');
    }
    const account = await selectedAccount(context);
    const daily = wholeUnits(budget).toFixed(2);
    const move = { campaign_id: null, from: '0', to: daily };
    const refusal = Number(daily) > 0 ? capRefusal(move, await limitsFor(null, context)) : undefined;
    if (refusal) throw refusal;
    const excluding = type === 'brand' ? await draftsWithoutBrand(context, account) : 0;
    return { website, account, daily, profile, excluding };
  },

  changesOf({ website, daily, excluding }, { type, name }) {
    const changes: Change[] = [
      { field: 'new campaign', from: null, to: name ?? `${TYPE_NAMES[type]} campaign` },
      { field: 'type', from: null, to: type },
      { field: 'website', from: null, to: website.href },
      { field: 'budget', from: null, to: amount(daily) },
    ];
    if (excluding > 0) {
      const drafts = excluding === 1 ? 'one other draft' : `${excluding} other drafts`;
      changes.push({ field: 'its keywords as negative keywords', from: null, to: `in ${drafts}` });
    }
    return { campaign: null, changes };
  },

  async begin({ website, account, daily, profile }, { type, name }, context) {
    const { organization, clock, db, organizationId, caller } = context;
    const campaign = await insertCampaign(
      context,
      {
        name: name ?? `${businessName(website, profile)} - ${TYPE_NAMES[type]}`,
        type,
        state: 'draft',
        website_url: website.href,
        ad_account_id: account,
        budget: daily,
        generating: true,
      },
      clock.now(),
    );
    if (!campaign) throw new Error('the campaign was not added');
    const task = await context.tasks.enqueue(db, {
      organizationId,
      type: GENERATE_CAMPAIGN,
      payload: {
        campaign_id: campaign.id,
        organization: organization.slug,
        named: name !== undefined,
        called: campaign.name,
        asked_by: askedByCaller(context),
        ...approvalOf(context),
      },
      about: `campaign:${campaign.slug}`,
      requestedBy: requestedBy(caller),
    });
    return {
      task_tracking_id: task,
      status: 'queued' as const,
      campaign: campaign.slug,
      url: campaignUrl(context.config.appUrl, organization.slug, campaign.slug),
    };
  },
});

/** The account that new campaigns are made in; it must be one that works. */
async function selectedAccount(context: Context): Promise<string> {
  const selected = (await listAdAccounts(context)).find((account) => account.selected);
  if (!selected) throw new Refusal('setup_required', 'No ad account is selected. Select one in the dashboard first.');
  if (await canAccess(context, selected.id, context.caller.personId)) return selected.id;
  throw new Refusal(
    'setup_required',
    'The ad account that is selected is not linked. Connect its login in the dashboard first.',
  );
}

/** What the campaign is called while nothing better is known. */
function businessName(website: URL, profile: BusinessProfileRow | undefined): string {
  return profile?.brand_name || hostOf(website).replace(/^www\./, '');
}

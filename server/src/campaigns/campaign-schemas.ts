import { z } from 'zod';
import { amountField } from '../base/schemas.ts';
import { CAMPAIGN_STATES } from './campaign.ts';

const LONGEST_SLUG = 100;

/** A campaign as callers name it. */
export const campaignSlug = z.string().min(1).max(LONGEST_SLUG).describe('Campaign slug.');

/** One of the four states a campaign can be in. */
export const campaignState = z.enum(CAMPAIGN_STATES);

/** The members that the list row and the detail of a campaign share. */
export const campaignFields = {
  slug: z.string(),
  name: z.string(),
  type: z.string().describe('prospecting, brand, hipo, location, icp, competitor, or external where it was imported.'),
  state: z.string().describe('live, paused, draft or error.'),
  budget: amountField.describe('Daily budget in the organization currency.'),
  may_run: z
    .literal(true)
    .optional()
    .describe('Present in state error where it may be running in the ad platform and spending all the same.'),
  generating: z.literal(true).optional().describe('Present while the draft is being generated.'),
};

import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import { amountField } from '../base/schemas.ts';
import type { Impact } from './impact.ts';

const MOST_TERMS = 100;
const DECIMALS = 4;

/** What a preview tells of an exclusion or a pause. */
export const impactFields = {
  blast_radius: z
    .object({ clicks: z.number(), cost: z.number(), conversions: z.number() })
    .describe('The shares of the campaign’s clicks, cost and conversions of 90 days that it would take away.'),
  blocks_converting_terms: z
    .array(z.object({ term: z.string(), clicks: z.int(), cost: amountField, conversions: amountField }))
    .describe('Search terms that converted and would no longer be reached, the best first; at most 100.'),
};

/** What a preview tells of a stop: beside a whole campaign nothing is left of it to compare with, so its account is. */
export const stopImpactFields = {
  blast_radius: impactFields.blast_radius
    .describe('Of a stop: the shares of the ad account’s clicks, cost and conversions of 90 days that would go.')
    .optional(),
  blast_radius_of: z.literal('ad_account').optional().describe('What the shares are of.'),
  blocks_converting_terms: impactFields.blocks_converting_terms
    .describe('Of a stop: search terms that converted in this campaign, the best first; at most 100.')
    .optional(),
};

/** The same as it is answered. */
export function stopImpactView(impact: Impact) {
  return { ...impactView(impact), blast_radius_of: 'ad_account' as const };
}

/** The same as it is answered; terms are text that other people wrote. */
export function impactView({ blastRadius: { clicks, cost, conversions }, lost }: Impact) {
  return {
    blast_radius: { clicks: rounded(clicks), cost: rounded(cost), conversions: rounded(conversions) },
    blocks_converting_terms: lost.slice(0, MOST_TERMS).map(({ term, figures }) => ({
      term,
      clicks: figures.clicks,
      cost: amount(figures.cost),
      conversions: amount(figures.conversions),
    })),
  };
}

function rounded(share: number): number {
  return Number(share.toFixed(DECIMALS));
}

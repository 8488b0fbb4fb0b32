import { z } from 'zod';
import { timestamp } from '../base/schemas.ts';

/** The members that the list row and the detail of an organization share. */
export const organizationFields = {
  slug: z.string(),
  name: z.string(),
  plan: z.string(),
  currency: z.string(),
  access: z.enum(['membership', 'adops_team']),
  adops_team: z.object({ name: z.string() }).nullable().describe('The team of the operator that is responsible.'),
};

/** The responsible team as it is answered. */
export function teamOf(name: string | null): { name: string } | null {
  return name === null ? null : { name };
}

/** What is known of a business, as it is answered. */
export const businessProfileView = z.object({
  url: z.string(),
  brand_name: z.string(),
  description: z.string(),
  products: z.array(z.object({ name: z.string(), description: z.string(), url: z.string() })),
  ideal_customer_profiles: z.array(z.object({ name: z.string(), description: z.string() })),
  competitors: z.array(z.object({ name: z.string(), url: z.string() })),
  trust_signals: z.array(z.string()),
  target_locations: z.array(z.string()),
  status: z.enum(['analysing', 'ready', 'failed']),
  updated_at: timestamp,
});

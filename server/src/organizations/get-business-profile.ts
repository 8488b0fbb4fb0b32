import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { timestamp } from '../base/schemas.ts';
import { findBusinessProfile } from './business-profile.store.ts';

/** What is known of the organization's business. */
export const getBusinessProfile = read({
  name: 'get_business_profile',
  summary: 'Get the business profile of an organization',
  description:
    'Shows what is known of the business: website, brand, products, ideal customers, competitors, trust signals and target locations. Use it to judge whether keywords and search terms fit. Answers not_found until a profile exists; it cannot be changed here.',
  rest: 'GET /organizations/{org}/business-profile',
  tool: 'svc_get_business_profile',
  scope: 'organizations:read',
  input: z.strictObject({}),
  output: z.object({
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
  }),

  async run(_input, context) {
    const profile = await findBusinessProfile(context);
    if (!profile) throw notFound('A business profile of this organization');
    return profile;
  },
});

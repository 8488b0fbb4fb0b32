import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { findBusinessProfile } from './business-profile.store.ts';
import { businessProfileView } from './organization-schemas.ts';

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
  output: businessProfileView,

  async run(_input, context) {
    const profile = await findBusinessProfile(context);
    if (!profile) throw notFound('A business profile of this organization');
    return profile;
  },
});

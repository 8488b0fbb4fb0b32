import { z } from 'zod';
import { invalid, notFound, Refusal } from '../base/errors.ts';
import { directWrite } from '../base/operation.ts';
import { nameText } from '../base/schemas.ts';
import { hasUnseen } from '../base/unseen.ts';
import { lockBusinessProfile, replaceProfile } from '../organizations/business-profile.store.ts';
import { businessProfileView } from '../organizations/organization-schemas.ts';
import { confirmAccess } from '../writes/access.ts';
import { webAddress } from './web-address-field.ts';

const LONGEST = { name: 200, text: 2_000 };
const MOST = 50;
/** Every text in it at its longest; what people write of a business is a hundredth of that. */
const LARGEST_BODY = 512 * 1024;

const line = nameText(LONGEST.name);
const text = z
  .string()
  .max(LONGEST.text)
  .trim()
  .refine((value) => !hasUnseen(value.replaceAll(/\s/g, ' ')), 'must hold nothing that cannot be seen');
const link = webAddress.or(z.literal(''));

/** Lets an admin or Owner correct what is known of the business. */
export const updateBusinessProfile = directWrite({
  name: 'update_business_profile',
  summary: 'Edit the business profile',
  description:
    'Changes what is known of the business; only the fields sent change, each list as a whole. New drafts start from it. Not possible while a website is being analysed.',
  rest: 'PATCH /organizations/{org}/business-profile',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['business_profile'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  input: z.strictObject({
    brand_name: line.optional(),
    description: text.optional(),
    products: z
      .array(z.strictObject({ name: line, description: text, url: link }))
      .max(MOST)
      .optional(),
    ideal_customer_profiles: z
      .array(z.strictObject({ name: line, description: text }))
      .max(MOST)
      .optional(),
    competitors: z
      .array(z.strictObject({ name: line, url: link }))
      .max(MOST)
      .optional(),
    trust_signals: z.array(line).max(MOST).optional(),
    target_locations: z.array(line).max(MOST).optional(),
  }),
  output: businessProfileView,

  async run(changes, context) {
    if (Object.values(changes).every((value) => value === undefined)) {
      throw invalid([{ path: 'body', message: 'must name at least one field to change' }]);
    }
    return context.database.transaction(async (db) => {
      const within = { ...context, db };
      await confirmAccess(within, 'campaigns:write');
      const profile = await lockBusinessProfile(within);
      if (!profile) throw notFound('A business profile of this organization');
      if (profile.status === 'analysing') {
        throw new Refusal(
          'setup_required',
          'The business profile is still being analysed. Try again in a few minutes.',
        );
      }
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return replaceProfile(within, { ...profile, ...given }, new Date(context.clock.now()));
    });
  },
});

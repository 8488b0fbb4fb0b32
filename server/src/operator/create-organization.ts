import { z } from 'zod';
import { insertMember } from '../identity/membership.store.ts';
import { insertOrganization } from '../organizations/settings.store.ts';
import { accountOf } from './account.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { currency, displayName, email, slug } from './options.ts';

const USUAL_PLAN = 'standard';

/**
 * Makes an organization and its first Owner. It has no business profile and no ad account yet, as the specification
 * foresees: reads of those say so, and the Owner connects accounts in the dashboard.
 */
export const createOrganization = operatorCommand({
  name: 'create-organization',
  usage: '--slug <slug> --name <name> --currency <code> --owner <email> [--owner-name <name>] [--plan <plan>]',
  input: z.strictObject({
    slug,
    name: displayName,
    currency,
    owner: email,
    'owner-name': displayName.optional(),
    plan: displayName.default(USUAL_PLAN),
  }),

  async run({ slug, name, currency, owner, 'owner-name': ownerName, plan }, context) {
    const createdAt = new Date(context.clock.now());
    const organizationId = await insertOrganization(context.db, { slug, name, plan, currency, createdAt });
    if (organizationId === undefined) throw new CommandRefused(`there is an organization ${slug} already`);
    const { personId, told } = await accountOf(context, owner, ownerName);
    await insertMember({ organizationId, db: context.db }, { personId, role: 'owner', createdAt });
    return `The organization ${slug} was made; its Owner is ${owner}.\n${told}`;
  },
});

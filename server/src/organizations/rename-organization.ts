import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { directWrite } from '../base/operation.ts';
import { nameText } from '../base/schemas.ts';
import { ownersHeld } from '../identity/standing.ts';
import { renameOrganizationTo } from './settings.store.ts';

const LONGEST_NAME = 200;

/** Lets an Owner change what the organization is called; its address stays as it is. */
export const renameOrganization = directWrite({
  name: 'rename_organization',
  summary: 'Rename the organization',
  description: 'Changes the name that people read. The slug in addresses stays, so that no link or key breaks.',
  rest: 'PUT /organizations/{org}/name',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['organization'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ name: nameText(LONGEST_NAME) }),
  output: z.object({ name: z.string(), before: z.object({ name: z.string() }).describe('What it replaced.') }),

  run: ({ name }, context) =>
    context.database.transaction(async (db) => {
      await ownersHeld(context, db);
      const before = await renameOrganizationTo({ organizationId: context.organizationId, db }, name);
      if (!before) throw notFound('The organization');
      return { name, before };
    }),
});

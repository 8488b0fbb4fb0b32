import { z } from 'zod';
import { directWrite } from '../base/operation.ts';
import { ownersHeld } from '../identity/standing.ts';
import { lockApprovals } from '../writes/approvals/approvals.store.ts';
import { requireApprovals } from './settings.store.ts';

/** Lets an Owner require that a person signs off every change made through a key or connected app. */
export const setApprovalsSetting = directWrite({
  name: 'set_approvals_setting',
  summary: 'Turn approvals on or off',
  description:
    'Turns the requirement on or off that a person approves every change made through a key or connected app. What is queued already stays queued.',
  rest: 'PUT /organizations/{org}/approvals',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['organization'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ required: z.boolean() }),
  output: z.object({ required: z.boolean() }),

  run: ({ required }, context) =>
    context.database.transaction(async (db) => {
      const tenancy = { organizationId: context.organizationId, db };
      // Before anything else, as writes do: one under way ends first, one that comes later is held as is wanted now.
      await lockApprovals(tenancy);
      await ownersHeld(context, db);
      await requireApprovals(tenancy, required);
      return { required };
    }),
});

import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { endUse } from '../connection-end.ts';
import { usesOfPerson } from './login-use.store.ts';

/** Lets a person take a login of theirs back from an organization, whether or not they still belong to it. */
export const endAdLoginUse = directWrite({
  name: 'end_ad_login_use',
  summary: 'End an organization’s use of your login',
  description:
    'Ends the use of a login that you connected in one organization: its token is forgotten at once, work under way ends, and the Owners there are told that they have to connect another. When nobody uses the login any more, its access at the ad platform ends too.',
  rest: 'DELETE /ad-logins/{connection_id}',
  tool: null,
  scope: null,
  organization: 'caller',
  audience: 'dashboard',
  hints: { destructive: true, idempotent: false, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ connection_id: z.string().max(100) }),
  output: z.object({ ended: z.literal(true) }),

  async run({ connection_id }, context) {
    const uses = await usesOfPerson(context.database, context.caller.personId);
    const use = uses.find((one) => one.connection_id === connection_id);
    if (!use) throw notFound('That connection');
    context.actedIn?.(use.organization_id);
    const own = { id: connection_id, owner_id: context.caller.personId };
    await endUse({ ...context, organizationId: use.organization_id }, own, 'withdrawn');
    return { ended: true as const };
  },
});

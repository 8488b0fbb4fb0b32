import { z } from 'zod';
import { MEMBER_LEFT } from '../../identity/members/departure.ts';
import { task } from '../../tasks/task.ts';
import { endUseIn } from '../connection-end.ts';
import { connectedBy } from './login-use.store.ts';

const TIMEOUT_SECONDS = 60;
const RETRIES = { attempts: 10, backoffSeconds: 5 };

/**
 * Ends an organization's use of the logins of somebody who left it. Until it runs the logins are out of use already, as
 * each use looks whether their owner is a member; this says so, and also where the person has come back meanwhile.
 */
export const endLoginsOfMember = task({
  type: MEMBER_LEFT,
  payload: z.strictObject({ person_id: z.int(), left_at: z.string() }),
  changes: ['ad_accounts'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  run: ({ person_id, left_at }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId } = context;
      const ended = await connectedBy({ organizationId, db }, person_id, new Date(left_at));
      for (const id of ended) await endUseIn(context, db, { id, owner_id: person_id }, 'left');
      return { ended: ended.length };
    }),
});

import { z } from 'zod';
import { serviceTask } from '../../tasks/task.ts';
import { forgetExpiredInvitations } from './invitation.store.ts';

const TIMEOUT_SECONDS = 120;

/** Removes invitations that have run out, answered or not. */
export const forgetExpiredInvitationsTask = serviceTask({
  type: 'forget_expired_invitations',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async removeByAge({ database, clock }) {
    await forgetExpiredInvitations(database, new Date(clock.now()));
  },
});

import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { hashOf } from '../key-format.ts';
import { openRequest, requestGone, requestUid, resumeUrl } from './connect-request.ts';
import { answerRequest } from './request.store.ts';

/** Sends an app away: it is told that the person declined. */
export const denyConnectRequest = directWrite({
  name: 'deny_connect_request',
  summary: 'Do not connect an app',
  description: 'Declines the request; the app is told and gets nothing.',
  rest: 'POST /connect-requests/{uid}/deny',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ uid: requestUid }),
  output: z.object({ redirect_to: z.string() }),

  async run({ uid }, context) {
    await openRequest(context, uid);
    const result = { error: 'access_denied', error_description: 'the person declined' };
    const at = new Date(context.clock.now());
    const answered = await context.database.transaction((db) => answerRequest(db, hashOf(uid), result, at));
    if (!answered) throw requestGone();
    return { redirect_to: resumeUrl(context, uid) };
  },
});

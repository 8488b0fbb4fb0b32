import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { directWrite } from '../base/operation.ts';
import { confirmAccess } from '../writes/access.ts';
import { closeAsDismissed, findRecommendation } from './recommendation.store.ts';
import { noLongerPending } from './status.ts';

const LONGEST_REASON = 500;

/** A person turns a recommendation down; nothing of it is done. */
export const dismissRecommendation = directWrite({
  name: 'dismiss_recommendation',
  summary: 'Dismiss a recommendation',
  description: 'Turns a pending recommendation down: nothing of it is done. A later run may find the same again.',
  rest: 'POST /organizations/{org}/recommendations/{recommendation_id}/dismiss',
  tool: null,
  scope: 'recommendations:apply',
  audience: 'dashboard',
  changes: ['recommendations'],
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({
    recommendation_id: z.string().max(64),
    reason: z.string().trim().min(1).max(LONGEST_REASON).optional().describe('Why, for whoever looks at it later.'),
  }),
  output: z.object({ id: z.string(), status: z.string() }),

  async run({ recommendation_id: id, reason }, context) {
    const closing = { by: context.caller.personId, at: new Date(context.clock.now()), reason: reason ?? null };
    const isClosed = await context.database.transaction(async (db) => {
      const within = { ...context, db };
      await confirmAccess(within, 'recommendations:apply');
      return closeAsDismissed(within, id, closing);
    });
    if (isClosed) return { id, status: 'dismissed' };
    const recommendation = await findRecommendation(context, id);
    throw recommendation ? noLongerPending(recommendation) : notFound('That recommendation');
  },
});

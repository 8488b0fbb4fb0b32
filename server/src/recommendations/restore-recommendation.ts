import { z } from 'zod';
import { notFound, Refusal } from '../base/errors.ts';
import { membersOf } from '../base/json.ts';
import { directWrite } from '../base/operation.ts';
import { confirmAccess } from '../writes/access.ts';
import { findRecommendation, reopenDismissed } from './recommendation.store.ts';
import { noLongerPending } from './status.ts';

const UNIQUE_VIOLATION = '23505';

/** A person takes a dismissal back. */
export const restoreRecommendation = directWrite({
  name: 'restore_recommendation',
  summary: 'Restore a dismissed recommendation',
  description:
    'Takes a dismissal back: the recommendation is pending again, unless a later run has found the same by then.',
  rest: 'POST /organizations/{org}/recommendations/{recommendation_id}/restore',
  tool: null,
  scope: 'recommendations:apply',
  audience: 'dashboard',
  changes: ['recommendations'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ recommendation_id: z.string().max(64) }),
  output: z.object({ id: z.string(), status: z.string() }),

  async run({ recommendation_id: id }, context) {
    const isReopened = await context.database
      .transaction(async (db) => {
        const within = { ...context, db };
        await confirmAccess(within, 'recommendations:apply');
        return reopenDismissed(within, id);
      })
      .catch((error: unknown) => {
        // A run that found the same at this very moment was faster.
        if (membersOf(error).code !== UNIQUE_VIOLATION) throw error;
        return false;
      });
    if (isReopened) return { id, status: 'pending' };
    const recommendation = await findRecommendation(context, id);
    if (!recommendation) throw notFound('That recommendation');
    if (recommendation.status === 'pending') return { id, status: 'pending' };
    throw recommendation.status === 'dismissed' ? foundAnew() : noLongerPending(recommendation);
  },
});

function foundAnew(): Refusal {
  return new Refusal(
    'already_applied',
    'A later run found the same anew: that recommendation is pending, or was applied.',
  );
}

import { directWrite } from '../../base/operation.ts';
import { execute } from '../perform.ts';
import { organizationOfAction } from './action.store.ts';
import { input, output, undo } from './undo.ts';

/** Reverses an executed action, whichever operation made it. Undoing it again changes nothing. */
export const undoAction = directWrite({
  name: 'undo_action',
  summary: 'Undo an executed action',
  description:
    'Reverses an executed action: budgets, names and targets get their old values back, negative keywords are removed, a state change is reversed in the background. What changed since then is left alone and named in skipped. Undoing twice is harmless. It has no preview.',
  rest: 'POST /actions/{action_id}/undo',
  tool: 'svc_undo_action',
  scope: 'recommendations:apply',
  changes: ['campaigns', 'actions', 'recommendations'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: true,
  spendsQuota: true,
  takesIdempotencyKey: true,
  confirmsAccess: true,
  runsGuardedWrites: true,
  organization: 'object',
  locate: ({ action_id }, { caller, database }) => {
    const organizationIds = [...caller.organizations.values()].map(({ organizationId }) => organizationId);
    return organizationOfAction(database.hot, organizationIds, action_id);
  },
  input,
  output,
  run: ({ action_id }, context) => execute(undo, { action_id }, context),
});

import { z } from 'zod';
import { Refusal } from '../../base/errors.ts';
import { read } from '../../base/operation.ts';
import { answered, placedChangeField } from '../change.ts';
import { paced, stopsNothing } from '../large-changes.ts';
import { firstRefusal } from '../steps.ts';
import { organizationOfAction } from './action.store.ts';
import { StillBusy, stillUnderWay } from './await-action.ts';
import { undo } from './undo.ts';

/** What undoing an action would do as things stand now. */
export const previewUndo = read({
  name: 'preview_undo',
  summary: 'Preview the undoing of an action',
  description: 'Says what undoing an action would restore, what changed since and is left alone, and what refuses it.',
  rest: 'GET /actions/{action_id}/undo',
  tool: null,
  scope: 'recommendations:apply',
  audience: 'dashboard',
  organization: 'object',
  locate: ({ action_id }, { caller, database }) => {
    const organizationIds = [...caller.organizations.values()].map(({ organizationId }) => organizationId);
    return organizationOfAction(database.hot, organizationIds, action_id);
  },
  input: z.strictObject({ action_id: z.string().max(64) }),
  output: z.object({
    changes: z.array(placedChangeField),
    skipped: z.array(z.string()).describe('What changed since and is left alone.'),
    already_undone: z.boolean(),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),

  async run({ action_id }, context) {
    try {
      return await paced(context, stopsNothing, async (looksThrough) => {
        const within = { ...context, looksThrough };
        const plan = await undo.plan({ action_id }, { ...within, locking: false, waiting: false });
        const refusal = await firstRefusal(plan.steps, within, { when: 'always', undoing: true });
        return {
          changes: answered(plan.steps.flatMap((step) => step.placedChanges())),
          skipped: plan.skipped ?? [],
          already_undone: plan.steps.length === 0,
          refusal: refusal ? { code: refusal.code, message: refusal.message } : null,
        };
      });
    } catch (error) {
      const refusal = error instanceof StillBusy ? stillUnderWay('The change is still on its way.') : error;
      if (!(refusal instanceof Refusal) || refusal.code === 'not_found') throw error;
      const { code, message } = refusal;
      return { changes: [], skipped: [], already_undone: false, refusal: { code, message } };
    }
  },
});

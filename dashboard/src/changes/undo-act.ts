import { api } from '../api.ts';
import { call } from '../call.ts';
import type { Act } from './act.ts';

/** Takes an action back: like any change it is looked at first, then made once. */
export function undoAct({ id, campaign }: { id: string; campaign: string }): Act {
  return {
    id,
    label: 'Undo the change',
    done: `Change undone in ${campaign}`,
    underWay: 'Undoing',
    async preview(signal) {
      const { changes, skipped, already_undone, refusal } = await call(api.previewUndo, { action_id: id }, { signal });
      const blockedBy = already_undone ? 'It was undone before.' : refusal?.message;
      return { changes, skipped, blockedBy };
    },
    async execute(idempotencyKey) {
      const { skipped, task_tracking_id } = await call(api.undoAction, { action_id: id }, { idempotencyKey });
      return { action_id: null, skipped, ...(task_tracking_id && { task_tracking_id }) };
    },
  };
}

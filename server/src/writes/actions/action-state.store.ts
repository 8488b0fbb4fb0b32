import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionStatus } from './action.store.ts';

/** How far an action and its undoing have come. */
export interface ActionState {
  id: string;
  status: ActionStatus;
  undo_status: ActionStatus | null;
  /** Some of its steps were done and others declined. */
  partial: boolean;
}

const states = statement<[organizationId: number, ids: string[]], ActionState>(`
  select id, status, undo_status, status = 'executed' and steps @? '$[*] ? (@.done == false)' as partial
  from action where organization_id = $1 and id = any($2)`);

/** How far each of these actions has come; one that is not there is left out. */
export function actionStates({ db, organizationId }: Tenancy, ids: string[]): Promise<ActionState[]> {
  return db.rows(states, organizationId, ids);
}

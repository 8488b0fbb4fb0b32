import type { Tenancy } from '../core/context.ts';
import { statement } from '../core/database.ts';
import { TASK_CHANNEL } from '../tasks/task.store.ts';

const hurry = statement<[organizationId: number, actionId: string], never>(`
  with hurried as (
    update task set not_before = null, retries = greatest(retries - 1, 0)
    where organization_id = $1 and type = 'apply_change' and status = 'queued' and not_before is not null
      and payload ->> 'action_id' = $2
    returning 1
  )
  select pg_notify('${TASK_CHANNEL}', '') from hurried`);

/** Lets an action that waits to be tried again be tried at once, and as often as before: somebody waits for its campaign. */
export async function hurryAction({ db, organizationId }: Tenancy, actionId: string): Promise<void> {
  await db.execute(hurry, organizationId, actionId);
}

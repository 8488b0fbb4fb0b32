import { statement } from '../../base/database.ts';

/** An action that keeps its campaign waiting although nobody works on it. */
export interface StrandedAction {
  organization_id: number;
  action_id: string;
  undo: boolean;
  queued_write_id: string | null;
}

const OF_ACTION = `t.type in ('apply_change', 'stop_spending') and t.organization_id = w.organization_id
      and t.payload ->> 'action_id' = w.action_id`;

export const strandedActions = statement<[before: Date], StrandedAction>(`
  with waiting as materialized (
    select distinct c.organization_id, a.id as action_id, coalesce(a.undo_status = 'in_progress', false) as undo,
      (select q.id from queued_write q
        where q.organization_id = c.organization_id and q.status = 'pending' and q.decided_at is not null
          and q.result ->> 'action_id' = a.id limit 1) as queued_write_id
    from campaign c join action a on a.organization_id = c.organization_id and a.id = c.pending_action
    where c.pending_action is not null and coalesce(a.undone_at, a.at) < $1
  )
  select w.organization_id, w.action_id, w.undo, w.queued_write_id
  from waiting w
  where not exists (select 1 from task t where t.status in ('queued', 'running') and ${OF_ACTION})`);

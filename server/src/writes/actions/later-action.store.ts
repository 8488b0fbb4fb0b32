import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionRow } from './action.store.ts';

/** What is read of an action that was made after another. */
export type LaterAction = Pick<ActionRow, 'id' | 'at' | 'steps' | 'undo_steps'>;
/** The place of an action in the order in which they were made. */
export type Made = Pick<ActionRow, 'id' | 'at'>;

const standing = statement<[organizationId: number, ids: string[]], LaterAction>(`
  select id, at, steps, undo_steps from action
  where organization_id = $1 and id = any($2::text[]) and undone_at is null`);

/** Those of these actions that are not undone. */
export function standingAmong({ db, organizationId }: Tenancy, ids: string[]): Promise<LaterAction[]> {
  return db.rows(standing, organizationId, ids);
}

import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

/** How often, and when last, somebody wanted a campaign to rest. */
export interface StopsAsked {
  id: number;
  stops_asked: number;
  stop_asked_at: string | null;
}

const asked = statement<[organizationId: number, ids: readonly number[]], StopsAsked>(`
  select id, stops_asked, stop_asked_at from campaign where organization_id = $1 and id = any($2::bigint[])`);

export function stopsAsked({ db, organizationId }: Tenancy, ids: readonly number[]): Promise<StopsAsked[]> {
  return db.rows(asked, organizationId, ids);
}

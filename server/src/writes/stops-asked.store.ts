import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

const count = statement<[organizationId: number, ids: readonly number[]], never>(`
  update campaign set stops_asked = stops_asked + 1
  where organization_id = $1 and id = any($2::integer[])`);

/** Somebody wants these campaigns to rest: what was asked to start one of them before, and has not begun, does not begin. */
export async function countStops({ db, organizationId }: Tenancy, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.execute(count, organizationId, ids);
}

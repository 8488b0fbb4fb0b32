import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';

const note = statement<[organizationId: number], never>(`
  insert into stop_in_line (organization_id, times) values ($1, 1)
  on conflict (organization_id) do update set times = stop_in_line.times + 1`);

/** Tells whoever holds rows of the organization for long that a stop waits for one of them. */
export async function noteStopInLine({ db, organizationId }: Tenancy): Promise<void> {
  await db.execute(note, organizationId);
}

const times = statement<[organizationId: number], { times: number }>(
  'select times from stop_in_line where organization_id = $1',
);

/** How often a stop of the organization has waited for a row. */
export async function stopsInLine({ db, organizationId }: Tenancy): Promise<number> {
  return (await db.row(times, organizationId))?.times ?? 0;
}

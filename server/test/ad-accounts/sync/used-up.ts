import { sharedQuotaCounter } from '../../../src/adapters/google-ads/quota-counter.store.ts';
import { type Queryable, statement } from '../../../src/base/database.ts';
import type { AdPlatform } from '../../../src/ports/ad-platform.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import type { Writes } from '../../writes/world.ts';

/** So many operations of the platform a day has here. */
export const DAILY = 1_000;

const setUsed = statement<[used: number, from: Date], never>(`
  insert into platform_quota (day, used) select $2::date + n, $1::bigint from generate_series(0, 3) n
  on conflict (day) do update set used = excluded.used`);

/** The platform behind a counter of its operations, as the deployment has it. */
export function countedPlatform(origin: string, clock: Clock, db: Queryable): AdPlatform {
  return platformAt(origin, clock, { counter: sharedQuotaCounter(db), dailyOperations: DAILY });
}

/** As many operations are used up, today and on the days after. */
export async function use({ database, clock }: Writes, operations: number): Promise<void> {
  await database.execute(setUsed, operations, new Date(clock.now()));
}

/** The tasks of an organization that wait until more operations come in. */
export const parked = statement<[organizationId: number], { type: string; retries: number; stage: string }>(`
  select type, retries, stage from task
  where organization_id = $1 and status = 'queued' and not_before is not null order by 1`);

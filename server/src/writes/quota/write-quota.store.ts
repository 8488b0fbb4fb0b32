import { statement } from '../../base/database.ts';

export const spendWrite = statement<[organizationId: number, day: string, limit: number], { used: number }>(`
  insert into write_quota as q (organization_id, day, used)
  select $1::integer, $2::date, 1 where $3::integer > 0
  on conflict (organization_id, day) do update set used = q.used + 1 where q.used < $3
  returning used`);

export const spendHeld = statement<[organizationId: number, day: string, limit: number], { held: number }>(`
  insert into write_quota as q (organization_id, day, used, held)
  select $1::integer, $2::date, 0, 1 where $3::integer > 0
  on conflict (organization_id, day) do update set held = q.held + 1 where q.held < $3
  returning held`);

export const giveBackWrite = statement<[organizationId: number, day: string], never>(
  'update write_quota set used = used - 1 where organization_id = $1 and day = $2 and used > 0',
);

export const ownQuota = statement<[organizationId: number], { daily_write_quota: number | null }>(
  'select daily_write_quota from organization where id = $1',
);

export const spentWrites = statement<[organizationId: number, day: string], { used: number }>(
  'select used from write_quota where organization_id = $1 and day = $2',
);

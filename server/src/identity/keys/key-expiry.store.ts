import { type Queryable, statement } from '../../base/database.ts';
import type { Role } from '../../base/scopes.ts';

/** A key that will expire soon, with its creator's address and role of the moment. */
export interface ExpiringKey {
  organization_id: number;
  id: string;
  name: string;
  last_four: string;
  scopes: string[];
  expires_at: string;
  email: string;
  role: Role;
  /** The notices that went out already, as days before expiry. */
  notices: number[];
}

const expiring = statement<
  [now: Date, horizon: Date, afterExpiry: string, afterOrganization: number, afterId: string, limit: number],
  ExpiringKey
>(`
  select k.organization_id, k.id, k.name, k.last_four, k.scopes, k.expires_at, p.email, m.role,
    array(select n.days_before from api_key_notice n
          where n.organization_id = k.organization_id and n.key_id = k.id) as notices
  from api_key k
  join person p on p.id = k.creator_id
  join membership m on m.organization_id = k.organization_id and m.person_id = k.creator_id
  where k.revoked_at is null and k.rotated_at is null and k.expires_at > $1 and k.expires_at <= $2
    and (k.expires_at, k.organization_id, k.id) > ($3::timestamptz, $4, $5)
  order by k.expires_at, k.organization_id, k.id
  limit $6`);

const PAGE = 200;

/** Keys in use that expire before the horizon, soonest first, page by page. */
export async function* expiringKeys(db: Queryable, now: Date, horizon: Date): AsyncGenerator<ExpiringKey> {
  let after: Pick<ExpiringKey, 'expires_at' | 'organization_id' | 'id'> = {
    expires_at: now.toISOString(),
    organization_id: 0,
    id: '',
  };
  for (;;) {
    const page = await db.rows(expiring, now, horizon, after.expires_at, after.organization_id, after.id, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}

const note = statement<[organizationId: number, keyId: string, days: number[], sentAt: Date], never>(`
  insert into api_key_notice (organization_id, key_id, days_before, sent_at)
  select k.organization_id, k.id, d.days_before, $4::timestamptz
  from api_key k cross join unnest($3::integer[]) as d (days_before)
  where k.organization_id = $1 and k.id = $2 and k.revoked_at is null and k.rotated_at is null
  on conflict do nothing`);

/** Notes notices as sent; false when they were before, or the key has ended meanwhile. */
export async function noteNotices(
  db: Queryable,
  { organization_id, id }: ExpiringKey,
  days: number[],
  sentAt: Date,
): Promise<boolean> {
  return (await db.execute(note, organization_id, id, days, sentAt)) > 0;
}

import { addressGroup } from '../../base/address-group.ts';
import { type Queryable, statement } from '../../base/database.ts';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const MOST_KEPT = 20;

const keep = statement<[personId: number, origin: string, now: Date], never>(`
  insert into known_origin (person_id, origin, seen_at) values ($1, $2, $3)
  on conflict (person_id, origin) do update set seen_at = excluded.seen_at`);
const makeRoom = statement<[personId: number, most: number], never>(`
  delete from known_origin where person_id = $1 and origin not in (
    select origin from known_origin where person_id = $1 order by seen_at desc, origin limit $2)`);

/** Notes where a person was recognised; of many places the newest are known. Those of one person are noted one by one. */
export async function keepOrigin(db: Queryable, personId: number, ip: string, now: Date): Promise<void> {
  await db.execute(keep, personId, addressGroup(ip), now);
  await db.execute(makeRoom, personId, MOST_KEPT);
}

const known = statement<[email: string, origin: string, since: Date], { known: boolean }>(`
  select exists (
    select 1 from person p join known_origin k on k.person_id = p.id
    where p.email = $1 and k.origin = $2 and k.seen_at > $3) as known`);

/** Whether whoever has the account was recognised at an address lately. */
export async function isKnownOrigin(db: Queryable, email: string, ip: string, now: number): Promise<boolean> {
  return (await db.row(known, email, addressGroup(ip), new Date(now - KEPT_MS)))?.known === true;
}

const forgetAll = statement<[personId: number], never>('delete from known_origin where person_id = $1');

/** Nobody is known any more: who has lost the password may have lost it to somebody who signed in. */
export async function forgetOrigins(db: Queryable, personId: number): Promise<void> {
  await db.execute(forgetAll, personId);
}

const forget = statement<[before: Date], never>('delete from known_origin where seen_at <= $1');

/** Removes what nobody is known by any more. */
export async function forgetOldOrigins(db: Queryable, now: number): Promise<void> {
  await db.execute(forget, new Date(now - KEPT_MS));
}

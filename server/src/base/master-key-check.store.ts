import { type Queryable, statement } from './database.ts';

/** What is kept of a master key to know it again. */
interface KeyCheck {
  key_id: string;
  value: Buffer;
}

const known = statement<[], Pick<KeyCheck, 'key_id'>>('select key_id from master_key_check');

/** The ids of all keys that the database knows. */
export async function knownKeyIds(db: Queryable): Promise<Set<string>> {
  return new Set((await db.rows(known)).map(({ key_id }) => key_id));
}

/** In one order, so that two who add several never wait for each other. */
const offer = statement<[ids: string[], values: Buffer[]], never>(`
  insert into master_key_check (key_id, value)
  select key_id, value from unnest($1::text[], $2::bytea[]) as offered (key_id, value) order by key_id
  on conflict (key_id) do nothing`);

const read = statement<[ids: string[]], KeyCheck>(
  'select key_id, value from master_key_check where key_id = any($1::text[])',
);

/** Keeps the values of keys that are new and returns those of all: of several who offer one at once, the first counts. */
export async function keyChecks(db: Queryable, offered: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const ids = [...offered.keys()];
  await db.execute(offer, ids, [...offered.values()]);
  return new Map((await db.rows(read, ids)).map(({ key_id, value }) => [key_id, value]));
}

import { type Queryable, statement } from './database.ts';

/** A secret that all processes share. */
export interface SecretRow {
  value: Buffer;
  made_at: string;
}

const offer = statement<[name: string, value: Buffer], never>(`
  insert into service_secret (name, value)
  select $1, $2 where not exists (select from service_secret where name = $1)
  on conflict (name, made_at) do nothing`);

/** Keeps the first secret of a name; of those who ask for it at once, one makes it. */
export async function offerSecret(db: Queryable, name: string, value: Buffer): Promise<void> {
  await db.execute(offer, name, value);
}

const read = statement<[name: string], SecretRow>(
  'select value, made_at from service_secret where name = $1 order by made_at desc',
);

/** The secrets of a name, the newest first. */
export function readSecrets(db: Queryable, name: string): Promise<SecretRow[]> {
  return db.rows(read, name);
}

const add = statement<[name: string, value: Buffer, at: Date], never>(
  'insert into service_secret (name, value, made_at) values ($1, $2, $3)',
);

/** Adds a newer secret of a name. */
export async function addSecret(db: Queryable, name: string, value: Buffer, at: Date): Promise<void> {
  await db.execute(add, name, value, at);
}

const forget = statement<[name: string, before: Date], never>(
  'delete from service_secret where name = $1 and made_at < $2',
);

/** Forgets the secrets of a name that were made before an instant. */
export async function forgetSecrets(db: Queryable, name: string, before: Date): Promise<void> {
  await db.execute(forget, name, before);
}

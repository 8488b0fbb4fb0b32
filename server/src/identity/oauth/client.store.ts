import type { AdapterPayload } from 'oidc-provider';
import { type Queryable, statement } from '../../base/database.ts';

const insert = statement<[id: string, metadata: AdapterPayload, at: Date], never>(
  'insert into oauth_client (id, metadata, created_at, used_at) values ($1, $2, $3, $3)',
);

/** Keeps an app that has registered itself. */
export async function insertClient(db: Queryable, id: string, metadata: AdapterPayload, at: Date): Promise<void> {
  await db.execute(insert, id, metadata, at);
}

const find = statement<[id: string], { metadata: AdapterPayload }>('select metadata from oauth_client where id = $1');

/** What a registered app said of itself. */
export async function findClient(db: Queryable, id: string): Promise<AdapterPayload | undefined> {
  return (await db.row(find, id))?.metadata;
}

const note = statement<[id: string, at: Date], never>('update oauth_client set used_at = $2 where id = $1');

/** Notes that somebody has connected the app. */
export async function noteClientUse(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(note, id, at);
}

const forget = statement<[usedBefore: Date, neverUsedSince: Date], never>(`
  delete from oauth_client k
  where (k.used_at < $1 or (k.used_at = k.created_at and k.created_at < $2))
    and not exists (select from oauth_connection c where c.client_id = k.id)`);

/** Removes registered apps that nobody is connected with: those that were used last, or never since, before a time. */
export function forgetUnusedClients(
  db: Queryable,
  { usedBefore, neverUsedSince }: { usedBefore: Date; neverUsedSince: Date },
): Promise<number> {
  return db.execute(forget, usedBefore, neverUsedSince);
}

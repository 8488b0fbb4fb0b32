import { type Queryable, statement } from '../../base/database.ts';

const keep = statement<[url: string, body: string, at: Date], never>(`
  insert into oauth_client_document (url, body, fetched_at) values ($1, $2, $3)
  on conflict (url) do update set body = excluded.body, fetched_at = excluded.fetched_at`);

/** Keeps the newest good document of an app. */
export async function keepDocument(db: Queryable, url: string, body: string, at: Date): Promise<void> {
  await db.execute(keep, url, body, at);
}

/** A document as it is kept, and when it was last seen at its host. */
export interface KeptDocument {
  body: string;
  fetched_at: string;
}

const find = statement<[url: string, since: Date], KeptDocument>(
  'select body, fetched_at from oauth_client_document where url = $1 and fetched_at > $2',
);

/** The last good document of an app, unless it is too old. */
export function keptDocument(db: Queryable, url: string, since: Date): Promise<KeptDocument | undefined> {
  return db.row(find, url, since);
}

const distrust = statement<[url: string, at: Date], never>(
  'update oauth_client_document set fetched_at = $2 where url = $1 and fetched_at > $2',
);

/** Takes a document for one last seen back then: its host has another now, which has yet to prove valid. */
export async function distrustDocument(db: Queryable, url: string, at: Date): Promise<void> {
  await db.execute(distrust, url, at);
}

const withdraw = statement<[url: string], never>('delete from oauth_client_document where url = $1');

/** Forgets the document of an app that has taken it down. */
export async function forgetDocument(db: Queryable, url: string): Promise<void> {
  await db.execute(withdraw, url);
}

const forget = statement<[before: Date], never>('delete from oauth_client_document where fetched_at < $1');

/** Removes documents too old to stand in for anything. */
export async function forgetOldDocuments(db: Queryable, before: Date): Promise<void> {
  await db.execute(forget, before);
}

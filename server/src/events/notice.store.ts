import { type Queryable, statement } from '../base/database.ts';

/**
 * The channel on which all processes hear what has changed. The triggers that move the epochs of access speak on it too,
 * in the transactions of their causes.
 */
export const EVENT_CHANNEL = 'event';

const notify = statement<[payloads: string[]], never>(
  `select pg_notify('${EVENT_CHANNEL}', payload) from unnest($1::text[]) as payload`,
);

/** Sends notices to every process that listens. */
export async function sendNotices(db: Queryable, payloads: string[]): Promise<void> {
  await db.execute(notify, payloads);
}

import { type Queryable, statement } from '../../base/database.ts';

const add = statement<[account: Buffer, at: Date], { id: number }>(
  'insert into sign_in_failure (account, at) values ($1, $2) returning id',
);
const count = statement<[account: Buffer, since: Date, ownId: number], { failures: number }>(`
  select count(*) as failures from sign_in_failure where account = $1 and at > $2 and id <> $3`);

/** Notes a try as failed until it proves right, so that tries sent side by side see each other. */
export async function noteTry(
  db: Queryable,
  { account, at, since }: { account: Buffer; at: Date; since: Date },
): Promise<{ id: number; failures: number }> {
  const own = await db.row(add, account, at);
  if (!own) throw new Error('an insert returned no row');
  const { failures } = (await db.row(count, account, since, own.id)) ?? { failures: 0 };
  return { id: own.id, failures };
}

const remove = statement<[id: number], never>('delete from sign_in_failure where id = $1');

/** Takes back the note of a try that proved right; the failures of others stay. */
export async function forgetTry(db: Queryable, id: number): Promise<void> {
  await db.execute(remove, id);
}

const sweep = statement<[before: Date], never>('delete from sign_in_failure where at < $1');

/** Removes notes too old to slow anybody down. */
export async function forgetTriesBefore(db: Queryable, before: Date): Promise<void> {
  await db.execute(sweep, before);
}

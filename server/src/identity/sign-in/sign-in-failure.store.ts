import { type Queryable, statement } from '../../base/database.ts';

/** The tries at an account that failed lately, or may yet; each counts from the turn it was given. */
export interface RecentTries {
  failures: number;
  /** Those from the address that asks. */
  own_failures: number;
  /** The latest turn given, and the latest given to an address that had failed often. */
  last_turn: string | null;
  last_insistent_turn: string | null;
}

const hold = statement<[account: Buffer], object>(
  `select pg_advisory_xact_lock(hashtextextended('sign-in ' || encode($1, 'hex'), 0))`,
);
const recent = statement<[account: Buffer, origin: string, since: Date], RecentTries>(`
  select count(*) as failures, count(*) filter (where origin = $2) as own_failures,
    max(at) as last_turn, max(at) filter (where insistent) as last_insistent_turn
  from sign_in_failure where account = $1 and at > $3`);

/** Holds an account until the transaction ends, so that turns are given one after the other, and tells of its tries. */
export async function holdAccount(
  db: Queryable,
  { account, origin, since }: { account: Buffer; origin: string; since: Date },
): Promise<RecentTries> {
  await db.execute(hold, account);
  const tries = await db.row(recent, account, origin, since);
  if (!tries) throw new Error('a count returned no row');
  return tries;
}

const add = statement<[account: Buffer, origin: string, at: Date, insistent: boolean], { id: number }>(
  'insert into sign_in_failure (account, origin, at, insistent) values ($1, $2, $3, $4) returning id',
);

/** Notes a try as failed until it proves right, so that tries sent side by side see each other. */
export async function noteTry(
  db: Queryable,
  { account, origin, at, insistent }: { account: Buffer; origin: string; at: Date; insistent: boolean },
): Promise<number> {
  const row = await db.row(add, account, origin, at, insistent);
  if (!row) throw new Error('an insert returned no row');
  return row.id;
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

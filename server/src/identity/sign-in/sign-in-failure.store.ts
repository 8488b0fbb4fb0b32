import type { Origin } from '../../base/address-group.ts';
import { type Queryable, statement } from '../../base/database.ts';

/** The tries at an account that failed lately, or may yet; each counts from the turn it was given. */
interface Failures {
  failures: number;
  /** Those from the address that asks, and from its network. */
  own_failures: number;
  network_failures: number;
}

/** A turn at an account, just over or ahead. */
export interface GivenTurn {
  id: number;
  at: string;
  /** Given to somebody where many had failed. */
  insistent: boolean;
  /** Kept for somebody who was told to ask again. */
  awaited: boolean;
  own: boolean;
  of_network: boolean;
}

export interface RecentTries extends Failures {
  /** In the order of their time. */
  turns: GivenTurn[];
}

const hold = statement<[account: Buffer], object>(
  `select pg_advisory_xact_lock(hashtextextended('sign-in ' || encode($1, 'hex'), 0))`,
);
const recent = statement<[account: Buffer, origin: string, network: string, since: Date], Failures>(`
  select count(*) as failures, count(*) filter (where origin = $2) as own_failures,
    count(*) filter (where network = $3) as network_failures
  from sign_in_failure where account = $1 and at > $4`);
const given = statement<[account: Buffer, origin: string, network: string, since: Date], GivenTurn>(`
  select id, at, insistent, awaited, origin = $2 as own, network = $3 as of_network
  from sign_in_failure where account = $1 and at > $4 order by at`);

/** Which tries to tell of: failures since the one instant, turns since the other. */
interface Asked {
  account: Buffer;
  from: Origin;
  since: Date;
  turnsSince: Date;
}

/** Holds an account until the transaction ends, so that turns are given one after the other, and tells of its tries. */
export async function holdAccount(
  db: Queryable,
  { account, from: { origin, network }, since, turnsSince }: Asked,
): Promise<RecentTries> {
  await db.execute(hold, account);
  const tries = await db.row(recent, account, origin, network, since);
  if (!tries) throw new Error('a count returned no row');
  return { ...tries, turns: await db.rows(given, account, origin, network, turnsSince) };
}

const add = statement<
  [account: Buffer, origin: string, network: string, at: Date, insistent: boolean, awaited: boolean],
  { id: number }
>(`
  insert into sign_in_failure (account, origin, network, at, insistent, awaited)
  values ($1, $2, $3, $4, $5, $6) returning id`);

/** A turn to be noted, or a place that is kept for it. */
export interface NewTry {
  account: Buffer;
  from: Origin;
  at: Date;
  insistent?: boolean;
  awaited?: boolean;
}

/** Notes a try as failed until it proves right, so that tries sent side by side see each other. */
export async function noteTry(
  db: Queryable,
  { account, from: { origin, network }, at, insistent = false, awaited = false }: NewTry,
): Promise<number> {
  const row = await db.row(add, account, origin, network, at, insistent, awaited);
  if (!row) throw new Error('an insert returned no row');
  return row.id;
}

const take = statement<[id: number], never>('update sign_in_failure set awaited = false where id = $1');

/** Uses up a place: it is a try from now on. */
export async function takePlace(db: Queryable, id: number): Promise<void> {
  await db.execute(take, id);
}

const wrong = statement<[id: number], never>('update sign_in_failure set wrong = true where id = $1');
const warn = statement<[id: number, account: Buffer, since: Date, worthAWarning: number], { id: number }>(`
  update sign_in_failure set warned = true
  where id = $1
    and $4 <= (select count(*) from sign_in_failure where account = $2 and at > $3 and wrong)
    and not exists (select 1 from sign_in_failure where account = $2 and at > $3 and warned)
  returning id`);

/** Marks a try that proved wrong; tells whether so many have that a warning is due, and none was sent. */
export async function markWrong(
  db: Queryable,
  { account, id, since, worthAWarning }: { account: Buffer; id: number; since: Date; worthAWarning: number },
): Promise<boolean> {
  await db.execute(hold, account);
  await db.execute(wrong, id);
  return (await db.row(warn, id, account, since, worthAWarning)) !== undefined;
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

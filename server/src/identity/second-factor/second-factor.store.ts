import { type Queryable, statement, type Transaction } from '../../base/database.ts';

const hold = statement<[personId: number], { since: string | null }>(
  'select second_factor_since as since from person where id = $1 for update',
);

/** Holds a person until the transaction ends, so that changes of the second factor come one after the other. */
export async function holdSince(db: Transaction, personId: number): Promise<string | null> {
  return (await db.row(hold, personId))?.since ?? null;
}

const begin = statement<[personId: number, sealedSecret: string, at: Date], never>(`
  insert into second_factor (person_id, sealed_secret, begun_at) values ($1, $2, $3)
  on conflict (person_id) do update
  set sealed_secret = excluded.sealed_secret, begun_at = excluded.begun_at, last_step = 0`);

/** Keeps a secret that is still to be confirmed, in the place of one before it. */
export async function saveSecret(db: Transaction, personId: number, sealedSecret: string, at: Date): Promise<void> {
  await db.execute(begin, personId, sealedSecret, at);
}

/** The secret of a person, sealed. */
export interface SecretRow {
  sealed_secret: string;
  begun_at: string;
}

const find = statement<[personId: number], SecretRow>(
  'select sealed_secret, begun_at from second_factor where person_id = $1',
);

/** The secret of a person, confirmed or not. */
export function findSecret(db: Queryable, personId: number): Promise<SecretRow | undefined> {
  return db.row(find, personId);
}

const reseal = statement<[personId: number, before: string, after: string], never>(
  'update second_factor set sealed_secret = $3 where person_id = $1 and sealed_secret = $2',
);

/** Puts a secret under another master key; false where it was replaced meanwhile. */
export async function resealSecret(db: Queryable, personId: number, before: string, after: string): Promise<boolean> {
  return (await db.execute(reseal, personId, before, after)) > 0;
}

const useUp = statement<[personId: number, sealedSecret: string, step: number], never>(`
  update second_factor set last_step = $3 where person_id = $1 and sealed_secret = $2 and last_step < $3`);

/** Takes the code of a time step: of all who present one of that step or an earlier one, on whichever process, one wins. */
export async function useStep(db: Queryable, personId: number, sealedSecret: string, step: number): Promise<boolean> {
  return (await db.execute(useUp, personId, sealedSecret, step)) > 0;
}

const mark = statement<[personId: number, since: Date | null], never>(
  'update person set second_factor_since = $2 where id = $1',
);

/** Says that the person has a second factor from now on. */
export async function markOn(db: Transaction, personId: number, since: Date): Promise<void> {
  await db.execute(mark, personId, since);
}

const forget = statement<[personId: number], never>('delete from second_factor where person_id = $1');

/** Takes the second factor off a person, with its secret and recovery codes. */
export async function removeFactor(db: Transaction, personId: number): Promise<void> {
  await db.execute(mark, personId, null);
  await db.execute(forget, personId);
}

const forgetCodes = statement<[personId: number], never>('delete from recovery_code where person_id = $1');
const addCodes = statement<[personId: number, hashes: Buffer[]], never>(
  'insert into recovery_code (person_id, hash) select $1, unnest($2::bytea[])',
);

/** Gives a person recovery codes in the place of all before. */
export async function replaceRecoveryCodes(db: Transaction, personId: number, hashes: Buffer[]): Promise<void> {
  await db.execute(forgetCodes, personId);
  await db.execute(addCodes, personId, hashes);
}

const useCode = statement<[personId: number, hash: Buffer, at: Date], never>(
  'update recovery_code set used_at = $3 where person_id = $1 and hash = $2 and used_at is null',
);

/** Takes a recovery code, once: of those who present it at the same instant, one wins. */
export async function useRecoveryCode(db: Queryable, personId: number, hash: Buffer, at: Date): Promise<boolean> {
  return (await db.execute(useCode, personId, hash, at)) > 0;
}

const left = statement<[personId: number], { codes: number }>(
  'select count(*) as codes from recovery_code where person_id = $1 and used_at is null',
);

/** How many recovery codes a person has left. */
export async function recoveryCodesLeft(db: Queryable, personId: number): Promise<number> {
  return (await db.row(left, personId))?.codes ?? 0;
}

const stale = statement<[before: Date], never>(`
  delete from second_factor f where f.begun_at < $1
    and exists (select from person p where p.id = f.person_id and p.second_factor_since is null)`);

/** Forgets secrets that nobody has confirmed. */
export async function forgetUnconfirmed(db: Queryable, before: Date): Promise<void> {
  await db.execute(stale, before);
}

import { columns, type Queryable, statement } from '../base/database.ts';

/** A person who can sign in; without a password hash, not with a password. */
export interface PersonRow {
  id: number;
  email: string;
  name: string;
  password_hash: string | null;
  /** null where the password alone is enough. */
  second_factor_since: string | null;
}

/** What somebody who signs in has shown, as it stood when it was checked. */
export type Shown = Pick<PersonRow, 'id' | 'password_hash' | 'second_factor_since'>;

const COLUMNS = columns<PersonRow>({
  id: 'id',
  email: 'email',
  name: 'name',
  password_hash: 'password_hash',
  second_factor_since: 'second_factor_since',
});

const byEmail = statement<[email: string], PersonRow>(`select ${COLUMNS} from person where email = $1`);

/** The person with an email address, given in lower case. */
export function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | undefined> {
  return db.row(byEmail, email);
}

const emailById = statement<[id: number], { email: string }>('select email from person where id = $1');

/** Where a person is written to; undefined where there is no such person any more. */
export async function emailOf(db: Queryable, id: number): Promise<string | undefined> {
  return (await db.row(emailById, id))?.email;
}

const insert = statement<[email: string, name: string, passwordHash: string | null, createdAt: Date], { id: number }>(
  `insert into person (email, name, password_hash, created_at) values ($1, $2, $3, $4) returning id`,
);

/** Adds a person and tells the id. */
export async function insertPerson(
  db: Queryable,
  person: { email: string; name: string; passwordHash: string | null; createdAt: Date },
): Promise<number> {
  const row = await db.row(insert, person.email, person.name, person.passwordHash, person.createdAt);
  if (!row) throw new Error('an insert returned no row');
  return row.id;
}

const factsOf = statement<[ids: number[]], { id: number; name: string; currency: string }>(
  'select id, name, currency from organization where id = any($1)',
);

/** What the organizations open to a person are called and count in, by id. */
export async function organizationFacts(
  db: Queryable,
  ids: number[],
): Promise<Map<number, { name: string; currency: string }>> {
  return new Map((await db.rows(factsOf, ids)).map(({ id, ...facts }) => [id, facts]));
}

/** Their names alone. */
export async function organizationNames(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  return new Map([...(await organizationFacts(db, ids))].map(([id, { name }]) => [id, name]));
}

const byId = statement<[id: number], PersonRow>(`select ${COLUMNS} from person where id = $1`);

/** The person with an id. */
export function findPerson(db: Queryable, id: number): Promise<PersonRow | undefined> {
  return db.row(byId, id);
}

const replacePassword = statement<[personId: number, hash: string, before: string | null], never>(
  'update person set password_hash = $2 where id = $1 and password_hash is not distinct from $3',
);

/** Replaces a password; false where it was replaced meanwhile: of two who do so at once, one wins. */
export async function swapPassword(
  db: Queryable,
  { id, password_hash: before }: Pick<PersonRow, 'id' | 'password_hash'>,
  hash: string,
): Promise<boolean> {
  return (await db.execute(replacePassword, id, hash, before)) > 0;
}

const setPassword = statement<[personId: number, hash: string], never>(
  'update person set password_hash = $2 where id = $1',
);

/** Gives a person another password. */
export async function changePassword(db: Queryable, personId: number, hash: string): Promise<void> {
  await db.execute(setPassword, personId, hash);
}

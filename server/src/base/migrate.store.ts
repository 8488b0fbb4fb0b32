import { type Queryable, statement, type Transaction } from './database.ts';

/** One numbered change of the schema. */
export interface Migration {
  number: number;
  name: string;
  checksum: string;
}

const versionStatement = statement<[], { version: number }>(
  `select current_setting('server_version_num')::integer as version`,
);

/** PostgreSQL's version as it numbers it: 150004 is 15.4. */
export async function serverVersion(db: Queryable): Promise<number> {
  return (await db.row(versionStatement))?.version ?? 0;
}

const MIGRATION_LOCK = 7_308_604;

const lockStatement = statement<[key: number], object>('select pg_advisory_xact_lock($1)');

/** Waits until no other process migrates this database; the transaction's end lets the next one in. */
export async function waitForTurn(transaction: Transaction): Promise<void> {
  await transaction.execute(lockStatement, MIGRATION_LOCK);
}

const tableStatement = statement<[], object>(
  `create table if not exists schema_migration (
     number integer primary key,
     name text not null,
     checksum text not null,
     applied_at timestamptz not null default now()
   )`,
);
const appliedStatement = statement<[], Migration>(
  'select number, name, checksum from schema_migration order by number',
);

/** What the database has had so far, in order. */
export async function appliedMigrations(db: Queryable): Promise<Migration[]> {
  await db.execute(tableStatement);
  return await db.rows(appliedStatement);
}

const recordStatement = statement<[number: number, name: string, checksum: string], object>(
  'insert into schema_migration (number, name, checksum) values ($1, $2, $3)',
);

/**
 * Runs the commands of one migration and records it; everything happens or nothing does. They are sent one by one: a
 * message of several is refused where tables are distributed.
 */
export async function applyMigration(
  transaction: Transaction,
  migration: Migration,
  commands: readonly string[],
): Promise<void> {
  for (const command of commands) await transaction.client.query(command);
  await transaction.execute(recordStatement, migration.number, migration.name, migration.checksum);
}

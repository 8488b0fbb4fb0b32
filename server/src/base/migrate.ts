import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { appliedMigrations, applyMigration, type Migration, serverVersion, waitForTurn } from './migrate.store.ts';
import { commandsOf } from './sql-commands.ts';

/** The oldest PostgreSQL that the statements are written for. */
const OLDEST_POSTGRES = 15;

/** What migrations were that say the same in other words today, such as those that the oldest PostgreSQL knows. */
const SAID_BEFORE: Readonly<Record<string, string>> = {
  '0045_packed_figures.sql': 'a88612272ac955df2ff811f455ce4fe78631f58dbced2c03b5431386bac08cd9',
};

interface MigrationFile extends Migration {
  sql: string;
}

/**
 * Brings the database to the newest schema and returns the names of what was applied. Migrations only go forward, and
 * one that was applied is never edited. Any number of processes may call this at once: one works, the others
 * wait, however long it takes.
 */
export async function migrate(connections: Database, folder: string): Promise<string[]> {
  const database = connections.forWork();
  const files = await readMigrations(folder);
  await refuseOldServer(database);
  return await database.transaction(async (turn) => {
    await waitForTurn(turn);
    const applied = await appliedMigrations(database);
    refuseRewrittenHistory(applied, files);
    const missing = files.slice(applied.length);
    for (const file of missing) await applyOne(database, file);
    return missing.map(({ name }) => name);
  });
}

/** A fingerprint of all migrations of a folder: equal means the same schema. */
export async function schemaFingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, checksum } of await readMigrations(folder)) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex');
}

async function applyOne(database: Database, file: MigrationFile): Promise<void> {
  try {
    await database.transaction((transaction) => applyMigration(transaction, file, commandsOf(file.sql)));
  } catch (cause) {
    throw new Error(`Migration ${file.name} failed and was rolled back: ${message(cause)}`, { cause });
  }
}

const message = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

async function refuseOldServer(database: Database): Promise<void> {
  const major = Math.floor((await serverVersion(database)) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new Error(`PostgreSQL ${OLDEST_POSTGRES} or newer is required; this server is version ${major}.`);
  }
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  files.forEach(({ number, name }, index) => {
    const expected = index + 1;
    if (number < expected) throw new Error(`Migration ${name}: the number ${number} is used twice.`);
    if (number > expected)
      throw new Error(`Migration ${name}: number ${expected}, which should precede it, is missing.`);
  });
  return files;
}

/** Line ends are left out of the checksum: a checkout may change them. */
async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const number = FILE_NAME.exec(name)?.[1];
  if (number === undefined) throw new Error(`Migration ${name}: the name must look like 0001_what_it_does.sql.`);
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { number: Number(number), name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
}

function refuseRewrittenHistory(applied: Migration[], files: MigrationFile[]): void {
  applied.forEach((was, index) => {
    const file = files[index];
    if (file === undefined) {
      throw new Error(`The database has had migration ${was.name}, which this version does not know: it is too old.`);
    }
    if (file.number !== was.number || file.name !== was.name) {
      throw new Error(`Migration ${was.name} was applied; it must not be renamed or replaced (found ${file.name}).`);
    }
    if (file.checksum !== was.checksum && SAID_BEFORE[file.name] !== was.checksum) {
      throw new Error(`Migration ${file.name} was changed after it had been applied. Restore it and add a new one.`);
    }
  });
}

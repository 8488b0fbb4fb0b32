import { join, resolve } from 'node:path';
import { keepEmbeddedPostgres } from './src/adapters/embedded-postgres/keep-running.ts';
import type { Config } from './src/base/config.ts';
import { type Database, openDatabase } from './src/base/database.ts';
import type { Log } from './src/base/log.ts';
import { migrate } from './src/base/migrate.ts';
import type { Stops } from './stops.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Connects to the deployment's database, the embedded one where no other is named, and brings it to the newest schema. */
export async function openMigrated(config: Config, log: Log, stops: Stops): Promise<Database> {
  const url = await databaseUrl(config, log, stops);
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const applied = await migrated(url, onError);
  const database = openDatabase({ url, onError });
  stops.add('database connections', () => database.close());
  if (applied.length > 0) log.info({ applied }, 'migrated');
  return database;
}

/** Statements of migrations take as long as they do. */
async function migrated(url: string, onError: (error: Error) => void): Promise<string[]> {
  const database = openDatabase({ url, onError, workSilentMs: Number.POSITIVE_INFINITY });
  try {
    return await migrate(database, MIGRATIONS);
  } finally {
    await database.close();
  }
}

async function databaseUrl(config: Config, log: Log, stops: Stops): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const spokenFor = [config.port, config.emulatorPort];
  const postgres = await keepEmbeddedPostgres({ dataDir: resolve(config.dataDir), log, spokenFor });
  stops.add('database', () => postgres.stop());
  return postgres.url;
}

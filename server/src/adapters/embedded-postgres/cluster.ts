import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { giveTo } from './places.ts';
import { bareEnvironment } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

/** The role that owns everything in the embedded database. */
export const ROLE = 'sluice';

const identity = z.object({ password: z.string().min(1), port: z.int().min(1).max(65535) });

/** How to enter the cluster: kept beside it, readable by its owner only. */
export type Identity = z.infer<typeof identity>;

/** Reads how to enter the cluster; for a new one a password is made up and kept before anything depends on it. */
export async function clusterIdentity(dataDir: string, clusterDir: string): Promise<Identity> {
  const file = identityFile(dataDir);
  if (existsSync(file)) return identity.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (isInitialised(clusterDir)) {
    throw new Error(`${file}, which holds the password of the database in ${clusterDir}, is missing. Restore it.`);
  }
  return keepIdentity(dataDir, { password: randomBytes(24).toString('base64url'), port: await freePort() });
}

/** Keeps the identity, replacing the one before in one step. */
export function keepIdentity(dataDir: string, kept: Identity): Identity {
  const file = identityFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return kept;
}

const identityFile = (dataDir: string) => join(dataDir, 'postgres.json');

/** Below the range from which systems hand out ports for outgoing connections. */
const PORTS = { from: 20_000, to: 32_767 };

/** A port nobody listens on, nor is about to. */
export async function freePort(spokenFor: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = PORTS.from + (randomBytes(2).readUInt16BE() % (PORTS.to - PORTS.from + 1));
    if (!spokenFor.includes(port) && (await isFree(port))) return port;
  }
}

/** Whether nobody listens on the port of the loopback address. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether the data directory holds a complete cluster. */
export function isInitialised(clusterDir: string): boolean {
  return existsSync(join(clusterDir, 'PG_VERSION'));
}

/** Makes the cluster beside its final place and moves it there when complete, so that half a cluster never counts. */
export async function initialise(initdb: string, account: RunAs, clusterDir: string, password: string): Promise<void> {
  const half = `${clusterDir}.new`;
  const passwordFile = join(half, '..', '.postgres-password');
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(account, half);
  giveTo(account, passwordFile);
  try {
    await run(initdb, account, [
      `--pgdata=${half}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-sync',
      '--no-instructions',
    ]);
    renameSync(half, clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}

/** Brings a cluster that was made without waiting for the disk onto the disk. */
export async function flush(initdb: string, account: RunAs, clusterDir: string): Promise<void> {
  await run(initdb, account, ['--sync-only', `--pgdata=${clusterDir}`]);
}

function run(program: string, account: RunAs, parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { ...account, cwd: '/', env: bareEnvironment(), detached: true });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not make its data directory:\n${said.trim()}`));
    });
  });
}

import { globSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostmaster, stopPostmaster } from '../../server/src/adapters/embedded-postgres/postmaster.ts';
import { temporaryDirectory } from '../../server/test/harness/server.ts';

const MEMORY = '/dev/shm';
const GIGABYTE = 2 ** 30;
const NEEDED = { directory: 3 * GIGABYTE, memory: 6 * GIGABYTE };
const NAME = 'sluice-run-';

/**
 * One directory for everything that a run writes, so that nothing is left behind whatever a file does. It stands in
 * memory where there is plenty: a run makes and drops hundreds of databases of as many files each.
 */
export async function makeScratch(): Promise<{ directory: string; remove(): Promise<void> }> {
  for (const left of leftBehind()) await removeScratch(left);
  const directory = temporaryDirectory(`${NAME}${process.pid}-`, hasPlenty() ? MEMORY : tmpdir());
  return { directory, remove: () => removeScratch(directory) };
}

/** Directories in memory of runs that were killed: a disk is cleaned now and then, memory is not. */
function leftBehind(): string[] {
  const found = globSync(`${NAME}*`, { cwd: MEMORY });
  return found
    .filter((name) => !isAlive(Number.parseInt(name.slice(NAME.length), 10)))
    .map((name) => join(MEMORY, name));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function hasPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED.directory && process.availableMemory() >= NEEDED.memory;
  } catch {
    return false;
  }
}

async function removeScratch(directory: string): Promise<void> {
  for (const file of globSync('{*,*/*}/postgres/postmaster.pid', { cwd: directory })) {
    const left = findPostmaster(dirname(join(directory, file)));
    if (left) await stopPostmaster(left.pid);
  }
  rmSync(directory, { recursive: true, force: true });
}

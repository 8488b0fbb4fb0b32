import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { markProcess, type ProcessMark, stillRuns } from './process-mark.ts';

const RETRY_MS = 20;
const UNREADABLE_IS_STALE_MS = 5_000;
const GIVE_UP_MS = 120_000;

const processMark = z.object({ pid: z.int(), started: z.string() });

/** Lets one process at a time start or stop the cluster; a lock whose holder died is free. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const deadline = performance.now() + GIVE_UP_MS;
  while (!tryLock(file)) {
    if (performance.now() > deadline) throw new Error(`Another process has held ${file} for too long.`);
    await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Writes this process into a file, for others to see whether it still runs. */
export function leaveMark(file: string, flag: 'w' | 'wx'): void {
  writeFileSync(file, JSON.stringify(markProcess(process.pid)), { flag, mode: 0o600 });
}

/** The process a file names, if it can be read. */
export function readMark(file: string): ProcessMark | undefined {
  try {
    return processMark.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function tryLock(file: string): boolean {
  try {
    leaveMark(file, 'wx');
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holder = readMark(file);
  if (holder ? !stillRuns(holder) : isOld(file)) rmSync(file, { force: true });
  return false;
}

/** A lock is unreadable for the moment between being made and being written. */
function isOld(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > UNREADABLE_IS_STALE_MS;
}

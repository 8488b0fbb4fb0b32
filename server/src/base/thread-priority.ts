import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const BEHIND = 10;
const MS_PER_TICK = 10;

/** The number by which the system knows the thread that asks; undefined where threads have no priority of their own. */
export function ownThread(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}

/** How long a thread of this process has computed; nothing, where it has ended. */
export function processorMsOf(thread: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** Lets a thread of this process run after the others; it cannot be brought back. */
export function putBehind(thread: number): void {
  try {
    setPriority(thread, BEHIND);
  } catch {
    // It has ended meanwhile.
  }
}

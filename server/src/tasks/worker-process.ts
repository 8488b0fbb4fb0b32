import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

/** Who a worker is, so that others can tell whether it still lives. */
export interface WorkerIdentity {
  id: string;
  /** Within one value of this, process ids mean the same. */
  host: string;
  pid: number;
}

/** Names a worker of this process. */
export function workerIdentity(): WorkerIdentity {
  return { id: randomUUID(), host: processTable(), pid: process.pid };
}

/** Whether a process of this host is gone; in doubt it is not, and its heartbeat will tell. */
export function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Containers may share a host name but not their process ids, and a reboot starts these anew. */
function processTable(): string {
  const parts = [
    hostname(),
    orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    orNothing(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Only Linux tells these; elsewhere the host name has to do. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

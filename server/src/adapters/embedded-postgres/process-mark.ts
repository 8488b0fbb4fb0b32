import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One process, told apart from a later one that was given the same number. */
export interface ProcessMark {
  pid: number;
  /** When it started, in whatever form the system tells it. */
  started: string;
}

/** Marks a process that runs now; undefined when there is none. */
export function markProcess(pid: number): ProcessMark | undefined {
  const started = isRunning(pid) ? startOf(pid) : undefined;
  return started === undefined ? undefined : { pid, started };
}

/** Whether the very process that was marked still runs. */
export function stillRuns(mark: ProcessMark): boolean {
  return markProcess(mark.pid)?.started === mark.started;
}

/** Whether the number belongs to a process that can still do something; a zombie cannot. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return procStat(pid)?.state !== 'Z';
}

/** The command line of a process, empty when the system does not tell. */
export function commandOf(pid: number): string {
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? askPs(pid, 'command=') ?? '';
}

function startOf(pid: number): string | undefined {
  const ticks = procStat(pid)?.startTicks;
  return ticks === undefined ? askPs(pid, 'lstart=') : `${bootId()}/${ticks}`;
}

/** Of /proc/PID/stat: the fields after the command, which alone may hold spaces and brackets. */
function procStat(pid: number): { state: string | undefined; startTicks: string | undefined } | undefined {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], startTicks: fields[19] };
}

/** Start times count from the boot, so that a mark from before a restart must not match. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string | undefined {
  const asked = spawnSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' });
  const answer = asked.stdout?.trim();
  return answer === '' ? undefined : answer;
}

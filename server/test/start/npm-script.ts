import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/adapters/embedded-postgres/cluster.ts';
import type { Cleaned } from '../harness/database.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 60_000;
const FLUSHED_WITHIN_MS = 20_000;
const POLL_MS = 20;

/** A script of package.json that npm runs, as a process manager would have it run. */
export interface NpmScript {
  base: string;
  /** Waits until the script has printed this. */
  said(text: string): Promise<void>;
  /** The commands of all processes that belong to it: those of npm's group, and those that name the data directory. */
  processes(): string[];
  /** Those that still run after npm has ended; the flush of a new database to the disk may outlast it by a moment. */
  leftBehind(): Promise<string[]>;
  /** Signals npm alone, or its whole group as a terminal does, and waits until npm has ended. */
  end(signal: NodeJS.Signals, whom?: 'npm' | 'group'): Promise<number | null>;
  /** The exit code of npm. */
  ended: Promise<number | null>;
}

/** Runs a script on ports and a data directory of its own; whatever it leaves running is killed with the test. */
export async function npmScript(
  t: Cleaned,
  parameters: string[],
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<NpmScript> {
  const port = await freePort();
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, NODE_TEST_CONTEXT: ___, ...inherited } = process.env;
  const own = { DATA_DIR: dataDir, PORT: String(port), EMULATOR_PORT: String(await freePort()) };
  const env = { ...inherited, ...own, ...settings };
  const child = spawn('npm', parameters, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code]) => code);
  const pid = child.pid ?? assert.fail('npm did not start');
  let output = '';
  const listen = (text: Buffer) => {
    output += text;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  t.after(() => running(pid, dataDir).forEach(kill));
  return {
    base: `http://127.0.0.1:${port}`,
    async said(text) {
      for (const late = Date.now() + READY_WITHIN_MS; !output.includes(text); await sleep(POLL_MS)) {
        assert.ok(Date.now() < late && child.exitCode === null, `waited for “${text}”, read:\n${output}`);
      }
    },
    processes: () => commands(running(pid, dataDir)),
    async leftBehind() {
      const left = () => commands(running(pid, dataDir));
      const isFlush = (command: string) => command.includes('initdb --sync-only');
      for (const late = Date.now() + FLUSHED_WITHIN_MS; left().some(isFlush) && Date.now() < late; )
        await sleep(POLL_MS);
      return left();
    },
    end(signal, whom = 'npm') {
      process.kill(whom === 'group' ? -pid : pid, signal);
      return ended;
    },
    ended,
  };
}

interface Running {
  pid: number;
  command: string;
}

function commands(processes: Running[]): string[] {
  return processes.map(({ command }) => command);
}

/** The dead that nobody has reaped yet (Z) do not run. */
function running(group: number, dataDir: string): Running[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, pgid, stat = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const belongs = Number(pgid) === group || command.includes(dataDir);
    return belongs && !stat.startsWith('Z') ? [{ pid: Number(pid), command }] : [];
  });
}

function kill({ pid }: Running): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The ad-platform emulator, running beside the service as a process of its own. */
export interface EmulatorProcess {
  url: string;
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../google-ads-emulator/main.ts');
const READY = /^emulator ready (http:\S+)$/;
const READY_WITHIN_MS = 20_000;

/** Starts the emulator and waits until it answers; it ends with this process, however that ends. */
export async function startEmulatorProcess(settings: { port: number; dataDir: string }): Promise<EmulatorProcess> {
  const child = spawn(
    process.execPath,
    [MAIN, '--port', String(settings.port), '--data-dir', settings.dataDir, '--with-parent'],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const url = await readyAddress(child);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the emulator did not start in time')), READY_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the emulator ended at its start with code ${code}`)));
    if (!child.stdout) throw new Error('the emulator has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = READY.exec(line)?.[1];
      if (!url) return;
      clearTimeout(late);
      resolve(url);
    });
  });
}

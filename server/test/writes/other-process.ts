import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Client, openClient } from '../harness/client.ts';
import type { Cleaned } from '../harness/database.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** A process of its own, on the same database and emulator. */
export interface OtherProcess extends Client {
  kill(): Promise<void>;
}

/** Starts one; it is gone when the test or suite ends. */
export async function startProcess(t: Cleaned, given: Record<string, unknown>): Promise<OtherProcess> {
  const child = fork(SERVE, [JSON.stringify(given)]);
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  t.after(kill);
  const base = await Promise.race([
    once(child, 'message').then(([address]) => String(address)),
    gone.then(() => Promise.reject(new Error('the process ended before it listened'))),
  ]);
  return { ...openClient(base), kill };
}

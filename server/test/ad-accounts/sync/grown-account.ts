import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';
import type { Cleaned } from '../../harness/database.ts';

/** An emulator in which one account can have more keywords than it could be given. */
export interface GrownAccount extends Emulator {
  /** From now on it has so many more. */
  grow(keywords: number): void;
  /** How many of them were taken since. */
  taken(): Promise<number>;
}

/** Stands before an emulator, in a thread of its own so that its work is not counted as ours. */
export async function grownAccount(t: Cleaned, emulator: Emulator, customerId: string): Promise<GrownAccount> {
  const worker = new Worker(new URL('./grown-account.worker.ts', import.meta.url), {
    workerData: { target: emulator.origin, customerId },
  });
  t.after(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  return {
    ...emulator,
    origin: `http://127.0.0.1:${port}`,
    grow: (keywords) => worker.postMessage(keywords),
    async taken() {
      worker.postMessage('sent');
      const [sent] = await once(worker, 'message');
      return Number(sent);
    },
  };
}

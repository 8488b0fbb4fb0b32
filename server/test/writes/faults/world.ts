import { z } from 'zod';
import { startEmulator } from '../../adapters/google-ads/emulator.ts';
import type { Cleaned } from '../../harness/database.ts';
import { INITECH, startWorld, type Writes } from '../world.ts';
import { DatabaseGate } from './database-gate.ts';
import { type MainProcess, startMain } from './main-process.ts';
import { PlatformGate } from './platform-gate.ts';

/** A real service in a process of its own, before an emulator and a database whose calls can be held. */
export interface World extends Writes {
  gate: PlatformGate;
  databaseGate: DatabaseGate;
  /** The process that serves now. */
  served(): MainProcess;
  /** Starts the next one. */
  restart(): Promise<MainProcess>;
  /** How many changes the platform has made in the account so far. */
  changes(): Promise<number>;
}

const state = z.object({ customers: z.array(z.object({ customer_id: z.string(), changes: z.int() })) });

/** Starts everything; it is gone when the suite ends. */
export async function startFaultWorld(t: Cleaned): Promise<World> {
  const emulator = await startEmulator(['--daily-operations', '10000000']);
  const gate = await new PlatformGate(emulator.origin).start();
  const through = gate.inFrontOf(emulator);
  const writes = await startWorld(t, { emulator: through, works: false });
  const databaseGate = await new DatabaseGate(writes.databaseUrl).start();
  const surroundings = { databaseUrl: databaseGate.url, vaultKey: writes.vaultKey, emulator: through.origin };
  let current = await startMain(t, surroundings);
  t.after(async () => {
    await databaseGate.stop();
    await gate.stop();
    await emulator.stop();
  });
  return {
    ...writes,
    gate,
    databaseGate,
    served: () => current,
    async restart() {
      current = await startMain(t, surroundings);
      return current;
    },
    async changes() {
      const { customers } = state.parse(await (await fetch(`${emulator.origin}/_emulator/state`)).json());
      return customers.find(({ customer_id }) => customer_id === INITECH.accountId)?.changes ?? 0;
    },
  };
}

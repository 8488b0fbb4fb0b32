import { noonEmulator } from '../../ad-accounts/world.ts';
import type { Cleaned } from '../../harness/database.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';
import { PlatformGate } from './platform-gate.ts';

/** A service before an emulator whose calls can be held, lost or told late; it is gone when the suite ends. */
export async function startGatedWorld(
  t: Cleaned,
  options: Pick<Parameters<typeof startWorld>[1] & object, 'platform' | 'sites'> = {},
): Promise<{ world: Writes; gate: PlatformGate }> {
  const emulator = await noonEmulator(['--daily-operations', '10000000']);
  const gate = await new PlatformGate(emulator.origin).start();
  const world = await startWorld(t, { emulator: gate.inFrontOf(emulator), works: false, ...options });
  const workers = await work(world.service);
  t.after(async () => {
    await workers.stop();
    await gate.stop();
    await emulator.stop();
  });
  return { world, gate };
}

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, type World, worker } from '../world.ts';
import { fingerprint } from './fingerprint.ts';

const WORKER = fileURLToPath(new URL('../worker.ts', import.meta.url));
/** One less than a task survives. */
const KILLS = 4;
const STOPS = 8;

describe('a sync that is interrupted', () => {
  const suite = wholeSuite();
  let calm: World;
  let whole: Record<string, string>;
  let takes: number;

  before(async () => {
    calm = await accountWorld(suite);
    await calm.connect();
    const id = await calm.select(ACME);
    const began = performance.now();
    const [task] = await calm.finish(id);
    takes = performance.now() - began;
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    whole = await fingerprint(calm.database, calm.acme.id);
  });

  test('anywhere, by a worker that is killed, leaves what an undisturbed one leaves', async (t) => {
    const world = await accountWorld(t, calm.emulator);
    await world.connect();
    const id = await world.select(ACME);
    const moments: number[] = [];
    for (let kills = 0; kills < KILLS && (await world.taskOf(id)).status !== 'completed'; kills += 1) {
      moments.push(await killAfter(world, Math.random() * takes));
    }
    const [task] = await world.finish(id);
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole, `killed after ${moments} ms`);
  });

  test('anywhere, by a worker that shuts down, goes on where another starts', async (t) => {
    const world = await accountWorld(t, calm.emulator);
    await world.connect();
    const id = await world.select(ACME);
    const moments: number[] = [];
    for (let stops = 0; stops < STOPS && (await world.taskOf(id)).status !== 'completed'; stops += 1) {
      const runner = await worker(world);
      const ms = Math.round(Math.random() * takes);
      moments.push(ms);
      await sleep(ms);
      await runner.stop({ graceMs: 2_000 });
    }
    const [task] = await world.finish(id);
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    assert.deepEqual(await fingerprint(world.database, world.acme.id), whole, `stopped after ${moments} ms`);
  });
});

async function killAfter({ databaseUrl, emulator, vaultKey, clock }: World, ms: number): Promise<number> {
  const time = new Date(clock.now()).toISOString();
  const child = fork(WORKER, [databaseUrl, emulator.origin, vaultKey.toString('base64'), time]);
  const exited = once(child, 'exit');
  await once(child, 'message');
  await sleep(ms);
  child.kill('SIGKILL');
  await exited;
  return Math.round(ms);
}

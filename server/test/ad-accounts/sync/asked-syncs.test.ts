import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { PlatformGate } from '../../writes/faults/platform-gate.ts';
import { ACME, accountWorld, noonEmulator, type World, worker } from '../world.ts';

const requests = z.object({ requests: z.array(z.object({ path: z.string(), body: z.string() })) });
const queued = z.object({ task_tracking_id: z.int() });

describe('syncs that people ask for', () => {
  const suite = wholeSuite();
  let world: World;
  let gate: PlatformGate;

  before(async () => {
    const emulator = await noonEmulator();
    gate = await new PlatformGate(emulator.origin).start();
    suite.after(async () => {
      await gate.stop();
      await emulator.stop();
    });
    world = await accountWorld(suite, gate.inFrontOf(emulator));
    await world.connect();
    const [task] = await world.finish(await world.select(ACME));
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
  });

  test('are one while it waits or runs, however often they are asked for', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, ask));
    assert.equal(new Set(ids).size, 1);
    await forgetRequests();
    await world.finish(ids[0] ?? 0);
    assert.equal(await fullReads(), 1);
  });

  test('begin a minute apart', async () => {
    const asked = world.clock.now();
    const id = await ask();
    assert.equal(await ask(), id);
    const waiting = await world.taskOf(id);
    assert.equal(waiting.status, 'queued');
    assert.equal(Date.parse(waiting.not_before ?? ''), asked + 60_000, 'the last was asked for a moment ago');
    world.clock.turn({ seconds: 59 });
    assert.equal(await ask(), id, 'it is not hurried either');
    assert.equal((await world.taskOf(id)).not_before, waiting.not_before);
    world.clock.turn({ seconds: 1 });
    const [task] = await world.finish(id);
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    world.clock.turn({ seconds: 60 });
    const next = await ask();
    assert.notEqual(next, id);
    assert.equal((await world.taskOf(next)).not_before, null, 'the minute is over');
    await world.finish(next);
  });

  test('read everything once more when they join one that has begun already', async () => {
    world.clock.turn({ minutes: 5 });
    await forgetRequests();
    const held = gate.hold('asked', 'searchStream');
    const scheduled = await world.queueSync();
    const runner = await worker(world);
    await held.reached;
    world.clock.turn({ seconds: 1 });
    assert.equal(await ask(), scheduled);
    held.open();
    while ((await world.taskOf(scheduled)).status === 'running') await sleep(10);
    await runner.stop({ graceMs: 1_000 });
    assert.equal((await world.taskOf(scheduled)).status, 'completed');
    assert.equal(await fullReads(), 1);
  });

  async function ask(): Promise<number> {
    const answer = await world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`, { body: {} });
    assert.equal(answer.status, 202, answer.text);
    return queued.parse(answer.json).task_tracking_id;
  }

  async function forgetRequests(): Promise<void> {
    await fetch(`${world.emulator.origin}/_emulator/requests`, { method: 'DELETE' });
  }

  async function seen() {
    return requests.parse(await world.asks('requests')).requests;
  }

  /** How often all campaigns were read: each reading asks for the keywords of all ads once. */
  async function fullReads(): Promise<number> {
    return (await seen()).filter(({ body }) => /FROM ad_group_ad\b/.test(body) && !/campaign\.id IN/.test(body)).length;
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { crewsOf } from '../../../crews.ts';
import { startRunners } from '../../../src/tasks/runners.ts';
import { noonEmulator } from '../../ad-accounts/world.ts';
import { startWorld } from '../world.ts';
import { PlatformGate } from './platform-gate.ts';

/** More than an organization has places for, each of which a lost launch keeps for some twelve seconds. */
const LAUNCHES = 12;
const SOON_MS = 10_000;

test('a stop waits behind no other change of its organization, whatever the platform makes of those', async (t) => {
  const emulator = await noonEmulator(['--daily-operations', '10000000']);
  const gate = await new PlatformGate(emulator.origin).start();
  const world = await startWorld(t, { emulator: gate.inFrontOf(emulator), works: false });
  const { services } = world.service;
  const workers = await startRunners({ services, crews: crewsOf(1), schedule: [] });
  t.after(async () => {
    await workers.stop({ graceMs: 1_000 });
    await gate.stop();
    await emulator.stop();
  });
  const org = await world.organization({ percent: 100 });
  const running = await org.live({ name: 'Runs', budget: 40 });
  const drafts: string[] = [];
  for (let n = 0; n < LAUNCHES; n += 1) drafts.push(await org.draft({ name: `Bulk ${n}`, budget: 1 }));
  await org.quiet();
  const lost = gate.lose(/campaignBudgetOperation/);
  for (const slug of drafts) assert.equal((await org.state(slug, 'live')).status, 200);
  while (lost() === 0) await pause(100);

  const stopped = performance.now();
  assert.equal((await org.state(running, 'paused')).status, 200);
  while ((await world.platform.campaign('Runs'))?.status !== 'paused') {
    assert.ok(performance.now() - stopped < SOON_MS, 'it still runs');
    await pause(200);
  }

  // Nor does the stop of one that is still to be sent.
  const begun = performance.now();
  const last = drafts.at(-1) ?? assert.fail();
  const answer = await org.state(last, 'paused');
  assert.equal(answer.status, 200, answer.text);
  assert.ok(performance.now() - begun < SOON_MS, `${performance.now() - begun} ms`);
  gate.lose(undefined);
});

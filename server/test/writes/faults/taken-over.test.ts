import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeTasks } from '../../../catalogue.ts';
import { statement } from '../../../src/base/database.ts';
import { startRunner } from '../../../src/tasks/runner.ts';
import { noonEmulator } from '../../ad-accounts/world.ts';
import { QUICK } from '../../tasks/world.ts';
import { startWorld } from '../world.ts';
import { PlatformGate } from './platform-gate.ts';

/** Neither speaks for its tasks nor is asked to. */
const SILENT = { ...QUICK, heartbeatMs: 600_000, deadAfterMs: 600_000, silentAfterMs: 600_000 };

const takeAway = statement<[organizationId: number], never>(`
  update task set status = 'queued', worker_id = null
  where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'running'`);

describe('a change that another worker took over', () => {
  test('is not sent any more by the one that was silent, whatever has changed since', async (t) => {
    const emulator = await noonEmulator(['--daily-operations', '10000000']);
    const gate = await new PlatformGate(emulator.origin).start();
    const writes = await startWorld(t, { emulator: gate.inFrontOf(emulator), works: false });
    t.after(async () => {
      await gate.stop();
      await emulator.stop();
    });
    const { services } = writes.service;
    const worker = () => startRunner({ services, tasks: changeTasks, schedule: [], timing: SILENT, places: 1 });
    const silent = await worker();
    t.after(() => silent.stop({ graceMs: 1_000 }));
    const org = await writes.organization();
    const slug = await org.live({ name: 'Taken over', budget: 40 });
    const held = gate.hold('answered', 'searchStream');
    const raised = org.edited(slug, { budget: 44 });
    await held.reached;
    const other = await worker();
    await writes.database.execute(takeAway, org.id);
    await raised;
    await org.edited(slug, { budget: 50 });
    await other.stop({ graceMs: 1_000 });
    held.open();
    // It has one place: once it takes this on, what it was about has come to its end.
    await org.edited(slug, { target_cpa: 7 });
    assert.equal((await writes.platform.campaign('Taken over'))?.budget, '50.00');
  });
});

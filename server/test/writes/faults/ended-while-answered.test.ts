import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { noonEmulator } from '../../ad-accounts/world.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { moveWebsite } from '../behind.ts';
import { KINDS } from '../kinds-of-change.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { mustBeUnsent, ready } from '../unsent.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';
import { PlatformGate } from './platform-gate.ts';

const ended = statement<[], { workers: number }>(
  'select count(*)::integer as workers from worker where stopped_at is not null',
);
/** Two workers are asked to end at once: when the one with nothing to do has ended, the other knows. */
const A_MOMENT_MS = 50;

describe('a change that did nothing, which its worker learned when it was to end, when approvals come on', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  let workers: Awaited<ReturnType<typeof work>>;

  before(async () => {
    const emulator = await noonEmulator(['--daily-operations', '10000000']);
    gate = await new PlatformGate(emulator.origin).start();
    world = await startWorld(suite, { emulator: gate.inFrontOf(emulator), works: false });
    workers = await work(world.service);
    suite.after(async () => {
      await workers.stop();
      await gate.stop();
      await emulator.stop();
    });
  });

  const endedSoFar = async () => (await world.database.row(ended))?.workers ?? 0;

  /** Asks for a change; its worker is asked to end before the platform answers that it did nothing. */
  async function sentInVain(org: Organization, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    const held = gate.hold('asked');
    const answered = ask();
    await held.reached;
    await world.platform.fail('quota_short', 1, 'mutate');
    const before = await endedSoFar();
    const stopped = workers.stop();
    await until(async () => (await endedSoFar()) > before || undefined, 'the end of the other worker');
    await sleep(A_MOMENT_MS);
    held.open();
    await stopped;
    await org.requireApprovals(true);
    workers = await work(world.service);
    return answered;
  }

  for (const [what, kind] of Object.entries(KINDS)) {
    test(`is not sent by the next worker: ${what}`, async () => {
      const begun = await ready(world, kind);
      const { org, slug, first } = begun;
      const answer = await sentInVain(org, () => kind.ask(org, slug, first, {}));
      await org.quiet();
      await mustBeUnsent(world, begun, answer);
    });
  }

  test('is not sent by the next worker: a new ad', async () => {
    const org = await world.organization();
    const slug = await org.live({ name: 'New ads' });
    const url = `${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`;
    await world.database.execute(moveWebsite, org.id, slug, url);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const asked = await sentInVain(org, () => org.send('POST', path, { url, name: 'Heaters' }));
    const task = await org.settled(Number(bodyOf(asked).task_tracking_id));
    assert.match(JSON.stringify(task.result), /not sent.*approvals were turned on/);
    const there = (await world.platform.campaign('New ads'))?.ads.map(({ name }) => name);
    assert.deepEqual(there, ['Drain cleaning']);
  });
});

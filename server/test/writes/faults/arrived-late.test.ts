import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { z } from 'zod';
import { noonEmulator } from '../../ad-accounts/world.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { moveWebsite } from '../behind.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { WISHES } from '../wishes.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';
import { PlatformGate } from './platform-gate.ts';

const LASTS = 1_000;

/** What the platform makes of the second try, having made the change by the first. */
const SECOND_TRIES = [
  { second: 'the second try is judged as things stand', prepare: async () => {} },
  {
    second: 'the second try is declined for a reason of its own',
    prepare: ({ platform }: Writes) => platform.fail('policy', 1, 'mutate', 1),
  },
];

describe('a change that the platform is still busy with when it is sent again', () => {
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

  afterEach(() => world.platform.heal());

  for (const [what, wish] of Object.entries(WISHES)) {
    for (const { second, prepare } of SECOND_TRIES) {
      test(`${what}: it is done, and ours to undo, which may arrive late as well; ${second}`, async () => {
        const org = await world.organization();
        const slug = await org.live({ budget: 40 });
        await wish.prepare?.(org, slug);
        const start = await agreed(world, org, slug);
        await prepare(world);
        const lost = gate.leaveUnanswered('late');
        executed(await wish.make(org, slug));
        await Promise.all([lost, org.quiet()]);
        assert.notDeepEqual(await agreed(world, org, slug), start);
        const [entry] = (await org.log()).actions;
        assert.equal(entry?.status, 'executed', JSON.stringify(entry));
        // What is read back is our own change, and nobody else's.
        await world.turn({ minutes: 10 });
        await world.sync(org);
        await prepare(world);
        const undoLost = gate.leaveUnanswered('late');
        const { skipped } = executed(await org.undo(entry?.id, { cookie: org.people.admin.cookie }));
        assert.equal(skipped, undefined);
        await Promise.all([undoLost, org.quiet()]);
        assert.deepEqual(await agreed(world, org, slug), start);
        assert.equal((await org.log()).actions[0]?.undone, true);
      });
    }

    test(`${what}: it is done, and ours to undo, where another worker took it over`, async () => {
      const org = await world.organization();
      const slug = await org.live({ budget: 40 });
      await wish.prepare?.(org, slug);
      const start = await agreed(world, org, slug);
      executed(await handedOn(() => wish.make(org, slug)));
      await org.quiet();
      const [entry] = (await org.log()).actions;
      assert.equal(entry?.status, 'executed', JSON.stringify(entry));
      assert.notDeepEqual(await agreed(world, org, slug), start);
      executed(await handedOn(() => org.undo(entry?.id, { cookie: org.people.admin.cookie })));
      await org.quiet();
      assert.deepEqual(await agreed(world, org, slug), start);
    });

    test(`${what}: where the first try did nothing, what the platform then says stands`, async () => {
      const org = await world.organization();
      const slug = await org.live({ budget: 40 });
      await wish.prepare?.(org, slug);
      await org.quiet();
      const start = await agreed(world, org, slug);
      const used = await org.writesUsed();
      const lost = gate.leaveUnanswered('never');
      await world.platform.fail('policy', LASTS, 'mutate');
      const answer = await wish.make(org, slug);
      await Promise.all([lost, org.quiet()]);
      await world.platform.heal();
      if (answer.status !== 200) refused(answer, 'validation_error');
      const [entry] = (await org.log()).actions;
      assert.equal(entry?.status, 'failed', JSON.stringify(entry));
      const { state } = await agreed(world, org, slug, { failed: true });
      assert.deepEqual(await agreed(world, org, slug, { failed: true }), { ...start, state });
      assert.equal(await org.writesUsed(), used, 'the quota is given back');
    });
  }

  test('a first launch: it is done, and ours to undo', async () => {
    const org = await world.organization();
    const slug = await org.draft({ budget: 40 });
    const lost = gate.leaveUnanswered('late');
    const action = await org.moved(slug, 'live');
    await lost;
    assert.equal((await agreed(world, org, slug)).state, 'live');
    await org.undone(action);
    assert.equal((await agreed(world, org, slug)).state, 'draft');
  });

  test('a new ad: it is there once, and ours', async () => {
    const { org, slug, url } = await running();
    const lost = gate.leaveUnanswered('late');
    const task = await addAd(org, slug, url);
    await lost;
    assert.equal((await org.settled(task)).status, 'completed');
    assert.deepEqual((await agreed(world, org, slug)).ads, ['Drain cleaning/enabled', 'Heaters/enabled']);
  });

  test('a new ad: it is there once, and ours, where another worker took it over', async () => {
    const { org, slug, url } = await running();
    const task = await handedOn(() => addAd(org, slug, url));
    assert.equal((await org.settled(task)).status, 'completed');
    assert.deepEqual((await agreed(world, org, slug)).ads, ['Drain cleaning/enabled', 'Heaters/enabled']);
  });

  test('a new ad: where the first try did nothing, what the platform then says stands', async () => {
    const { org, slug, url } = await running();
    const lost = gate.leaveUnanswered('never');
    await world.platform.fail('policy', LASTS, 'mutate');
    const task = await addAd(org, slug, url);
    await lost;
    assert.equal((await org.settled(task)).error?.reason, 'google_ads_refused');
    await world.platform.heal();
    assert.deepEqual((await agreed(world, org, slug)).ads, ['Drain cleaning/enabled']);
  });

  /** Asks for a change; its worker stops while the platform is busy with it, and another one takes it over. */
  async function handedOn<T>(ask: () => Promise<T>): Promise<T> {
    const arrived = gate.leaveUnanswered('late', { hangs: true });
    const asked = ask();
    await arrived;
    await workers.stop();
    workers = await work(world.service);
    return asked;
  }

  /** A campaign that runs, for a website of the demo. */
  async function running() {
    const site = `${world.emulator.origin}/sites/acme-plumbing/`;
    const org = await world.organization();
    const slug = await org.live({ budget: 40 });
    await world.database.execute(moveWebsite, org.id, slug, site);
    return { org, slug, url: `${site}services/water-heaters` };
  }

  async function addAd(org: Organization, slug: string, url: string): Promise<number> {
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const answer = await org.send('POST', path, { url, name: 'Heaters' });
    return z.object({ task_tracking_id: z.int() }).parse(answer.json).task_tracking_id;
  }
});

function executed(answer: HttpAnswer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

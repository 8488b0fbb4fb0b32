import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf } from '../organization.ts';
import { until } from '../patience.ts';
import { agreed } from './agreed.ts';
import { KILL_POINTS } from './points.ts';
import { startFaultWorld, type World } from './world.ts';

const ENDS_WITHIN_MS = 22_000;
/** A change that was sent has 8 s to be answered. */
const HANDED_ON_WITHIN_MS = 12_000;
/** Larger than any process id. */
const NO_PROCESS = 4_194_305;

const loseKey = statement<[organizationId: number, by: string], never>(
  'update idempotency_key set claimed_by = $2 where organization_id = $1',
);
const wearOut = statement<[organizationId: number], { task_tracking_id: number }>(`
  update task set deaths = 5 where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'running'
  returning task_tracking_id`);

describe('a write that is interrupted', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  for (const point of ['asked', 'answered'] as const) {
    test(`a process asked to end while the platform was ${point} hands the work to the next`, async () => {
      const organization = await world.organization();
      const slug = await organization.live({ budget: 40 });
      const changes = await world.changes();
      const held = world.gate.hold(point);
      const { task_tracking_id } = bodyOf(await organization.state(slug, 'paused', { via: world.served() }));
      await held.reached;
      const { code, ms } = await world.served().terminate();
      held.open();
      assert.equal(code, 0);
      assert.ok(ms < HANDED_ON_WITHIN_MS, `it took ${ms} ms to end`);
      const running = bodyOf(await organization.send('GET', `/task-tracking/${task_tracking_id}`));
      assert.equal(running.status, 'running', 'it is nobody’s failure');
      await world.restart();
      const task = await organization.settled(Number(task_tracking_id));
      assert.deepEqual([task.status, task.result?.state], ['completed', 'paused']);
      assert.equal((await agreed(world, organization, slug)).state, 'paused');
      assert.equal((await world.changes()) - changes, 1);
    });
  }

  test('a process asked to end lets a change that was sent be answered, and ends then', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const changes = await world.changes();
    const held = world.gate.hold('answered');
    const { task_tracking_id } = bodyOf(await organization.state(slug, 'paused', { via: world.served() }));
    await held.reached;
    const ended = world.served().terminate();
    const isClosed = () =>
      world
        .served()
        .call('GET', '/healthz')
        .then(
          () => undefined,
          () => true,
        );
    await until(isClosed, 'serving');
    await sleep(500);
    held.open();
    assert.equal((await ended).code, 0);
    const task = await organization.settled(Number(task_tracking_id));
    assert.deepEqual([task.status, task.result?.state], ['completed', 'paused'], 'nobody else was there to do it');
    await world.restart();
    assert.equal((await agreed(world, organization, slug)).state, 'paused');
    assert.equal((await world.changes()) - changes, 1);
  });

  test('somebody who waits for a platform that hangs does not keep a process from ending', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const changes = await world.changes();
    const held = world.gate.hold('answered');
    const answered = organization
      .patch(slug, { budget: 44, dry_run: false }, { via: world.served() })
      .catch(() => null);
    await held.reached;
    const { code, ms } = await world.served().terminate();
    held.open();
    await answered;
    assert.equal(code, 0);
    assert.ok(ms < ENDS_WITHIN_MS, `it took ${ms} ms to end`);
    await world.restart();
    await organization.quiet();
    assert.equal((await agreed(world, organization, slug)).budget, 44);
    assert.equal((await world.changes()) - changes, 1);
  });

  for (const point of KILL_POINTS.filter(({ begun, block: at }) => begun && at?.fate === 'lost')) {
    test(`a connection to the database that breaks ${point.name} loses nothing`, async () => {
      const organization = await world.organization();
      const slug = await organization.live({ budget: 40 });
      const [changes, used] = [await world.changes(), await organization.writesUsed()];
      assert.ok(point.block);
      const blocked = world.databaseGate.block(point.block);
      const answered = organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() });
      await blocked.reached();
      await blocked.end('lost');
      const answer = await answered;
      assert.equal(answer.status, 200, answer.text);
      await organization.quiet();
      assert.equal((await agreed(world, organization, slug)).budget, 44);
      assert.equal((await world.changes()) - changes, 1);
      assert.equal((await organization.writesUsed()) - used, 1);
    });
  }

  test('a write on a campaign whose earlier action lost its worker waits for the next worker', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const held = world.gate.hold('answered');
    const lost = organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() }).catch(() => null);
    await held.reached;
    await world.served().kill();
    held.open();
    await lost;
    // The process of the test serves, but works on nothing.
    const waiting = organization.patch(slug, { budget: 50, dry_run: false });
    await world.restart();
    const answer = await waiting;
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object(bodyOf(answer).changed).budget, { from: 44, to: 50 });
    await organization.quiet();
    assert.equal((await agreed(world, organization, slug)).budget, 50);
  });

  test('two writes on one campaign go one after the other', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ name: 'Busy', budget: 40 });
    const held = world.gate.hold('asked');
    const first = organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() });
    await held.reached;
    const second = organization.patch(slug, { budget: 40, dry_run: false }, { via: world.served() });
    const third = organization.state(slug, 'paused', { via: world.served() });
    held.open();
    const [one, two, three] = await Promise.all([first, second, third]);
    assert.deepEqual([one.status, two.status, three.status], [200, 200, 200], `${one.text} ${two.text} ${three.text}`);
    assert.deepEqual(Object(bodyOf(two).changed).budget, { from: 44, to: 40 });
    await organization.quiet();
    const standing = await agreed(world, organization, slug);
    assert.deepEqual([standing.budget, standing.state], [40, 'paused']);
  });

  test('a launch that is undone before it arrived is undone after it arrived', async () => {
    const organization = await world.organization();
    const slug = await organization.draft();
    const held = world.gate.hold('asked');
    const { action_id } = bodyOf(await organization.state(slug, 'live', { via: world.served() }));
    await held.reached;
    const undone = organization.undo(action_id, { via: world.served() });
    held.open();
    assert.deepEqual(bodyOf(await undone).restored, ['state']);
    await organization.quiet();
    assert.equal((await agreed(world, organization, slug)).state, 'draft');
    assert.deepEqual(bodyOf(await organization.undo(action_id)).restored, []);
  });

  test('a run of a request that was taken for dead executes nothing', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const [changes, used] = [await world.changes(), await organization.writesUsed()];
    const blocked = world.databaseGate.block({ statement: 'insert into action (', at: 'statement' });
    const sending = { idempotencyKey: randomUUID(), via: world.served() };
    const answered = organization.patch(slug, { budget: 44, dry_run: false }, sending);
    await blocked.reached();
    await world.database.execute(loseKey, organization.id, JSON.stringify([hostname(), NO_PROCESS, 0, 'another run']));
    await blocked.end('kept');
    const answer = await answered;
    assert.equal(answer.status, 200, answer.text);
    await organization.quiet();
    assert.equal((await agreed(world, organization, slug)).budget, 44);
    assert.equal((await world.changes()) - changes, 1);
    assert.equal((await organization.writesUsed()) - used, 1);
    assert.equal((await organization.patch(slug, { budget: 44, dry_run: false }, sending)).text, answer.text);
  });

  test('work that outlived too many processes is given up, and the platform is read', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const used = await organization.writesUsed();
    const held = world.gate.hold('answered');
    const lost = organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() }).catch(() => null);
    await held.reached;
    await world.served().kill();
    held.open();
    await lost;
    const task = await world.database.row(wearOut, organization.id);
    await world.restart();
    const settled = await organization.settled(Number(task?.task_tracking_id));
    assert.deepEqual([settled.status, settled.error?.reason], ['failed', 'killed_by_restart']);
    await organization.quiet();
    assert.equal((await agreed(world, organization, slug)).budget, 44, 'as the platform has it');
    const [entry] = (await organization.log()).actions;
    assert.equal(entry?.status, 'failed');
    assert.equal((await organization.writesUsed()) - used, 1, 'it may have been made');
    await organization.edited(slug, { budget: 50 });
  });
});

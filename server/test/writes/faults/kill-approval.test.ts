import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { agreed } from './agreed.ts';
import type { BlockPoint, Fate } from './database-gate.ts';
import type { HoldPoint } from './platform-gate.ts';
import { startFaultWorld, type World } from './world.ts';

const HOLDS: BlockPoint = { statement: 'insert into queued_write (', at: 'commit' };
const APPROVES: BlockPoint = {
  statement: 'insert into task (',
  parameter: /^(?:apply_change|stop_spending)$/,
  at: 'commit',
};

const queuedWrites = statement<[organizationId: number], { id: string; status: string }>(
  'select id, status from queued_write where organization_id = $1 order by id',
);
const wearOut = statement<[organizationId: number], never>(`
  update task set deaths = 5 where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'running'`);

describe('a process that is killed while a change waits for approval', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  /** A live campaign in an organization where every change waits. */
  async function waiting(): Promise<{ organization: Organization; slug: string }> {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    await organization.requireApprovals(true);
    return { organization, slug };
  }

  async function killWhile(point: BlockPoint, fate: Fate, send: () => Promise<unknown>): Promise<void> {
    const blocked = world.databaseGate.block(point);
    const answered = send().catch(() => undefined);
    await blocked.reached();
    await world.served().kill();
    await blocked.end(fate);
    await answered;
    await world.restart();
  }

  for (const fate of ['lost', 'kept'] as const) {
    test(`it waits once, whether the hold was ${fate} or not`, async () => {
      const { organization, slug } = await waiting();
      const idempotencyKey = randomUUID();
      const send = () =>
        organization.patch(slug, { budget: 44, dry_run: false }, { idempotencyKey, via: world.served() });
      await killWhile(HOLDS, fate, send);
      assert.equal((await world.database.rows(queuedWrites, organization.id)).length, fate === 'kept' ? 1 : 0);
      const again = await send();
      refused(again, 'approval_required');
      const [held, ...more] = await world.database.rows(queuedWrites, organization.id);
      assert.deepEqual([held?.id, more], [again.error.queued_recommendation_id, []]);
      assert.equal((await send()).text, again.text);
      assert.equal((await agreed(world, organization, slug)).budget, 40);
    });

    test(`an approval that was ${fate} executes the change exactly once`, async () => {
      const { organization, slug } = await waiting();
      const held = await organization.patch(slug, { budget: 44, dry_run: false });
      const id = held.error.queued_recommendation_id;
      const [changes, used] = [await world.changes(), await organization.writesUsed()];
      await killWhile(APPROVES, fate, () => approve(organization, id));
      await organization.quiet();
      assert.equal((await agreed(world, organization, slug)).budget, fate === 'kept' ? 44 : 40);
      const again = await approve(organization, id);
      if (fate === 'kept') refused(again, 'already_applied');
      else assert.equal(again.status, 200, again.text);
      await executedOnce(organization, slug, { id, changes, used });
    });
  }

  for (const point of ['asked', 'answered'] as const satisfies HoldPoint[]) {
    test(`an approved change is carried on when its process dies, the platform having been ${point}`, async () => {
      const { organization, slug } = await waiting();
      const held = await organization.patch(slug, { budget: 44, dry_run: false });
      const id = held.error.queued_recommendation_id;
      const [changes, used] = [await world.changes(), await organization.writesUsed()];
      const call = world.gate.hold(point);
      const answered = approve(organization, id).catch(() => undefined);
      await call.reached;
      await world.served().kill();
      call.open();
      await answered;
      await world.restart();
      await organization.quiet();
      await executedOnce(organization, slug, { id, changes, used });
    });
  }

  test('of an approved change whose work outlived too many processes it is told that nobody knows', async () => {
    const { organization, slug } = await waiting();
    const id = (await organization.patch(slug, { budget: 44, dry_run: false })).error.queued_recommendation_id;
    const call = world.gate.hold('answered');
    const answered = approve(organization, id).catch(() => undefined);
    await call.reached;
    await world.served().kill();
    call.open();
    await answered;
    await world.database.execute(wearOut, organization.id);
    await world.restart();
    await organization.quiet();
    const [entry] = (await organization.log()).actions;
    assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true]);
    const queued = bodyOf(await organization.queued(id));
    assert.deepEqual([queued.status, queued.result], ['failed', { action_id: entry?.id, outcome_unknown: true }]);
    assert.match(String(queued.reason), /^Not known whether it was made: The work was cut off/);
  });

  function approve(organization: Organization, id: unknown) {
    const path = `/organizations/${organization.slug}/queued-writes/${id}/approve`;
    const { cookie } = organization.people.owner;
    return organization.send('POST', path, undefined, { cookie, via: world.served() });
  }

  async function executedOnce(
    organization: Organization,
    slug: string,
    before: { id: unknown; changes: number; used: number },
  ): Promise<void> {
    assert.equal((await agreed(world, organization, slug)).budget, 44);
    const queued = bodyOf(await organization.queued(before.id));
    assert.equal(queued.status, 'approved');
    const [entry] = (await organization.log()).actions;
    assert.deepEqual(
      [entry?.op, entry?.status, entry?.id],
      ['update_campaign', 'executed', Object(queued.result).action_id],
    );
    assert.equal((await world.changes()) - before.changes, 1);
    assert.equal((await organization.writesUsed()) - before.used, 1);
  }
});

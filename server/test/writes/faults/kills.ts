import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { agreed } from './agreed.ts';
import { KILL_POINTS, type KillPoint } from './points.ts';
import { actionOf, type Prepared, type Victim } from './victims.ts';
import { startFaultWorld, type World } from './world.ts';

/** Everything is settled within this time of the next process being ready. */
const SETTLED_WITHIN_MS = 10_000;
/** Killed at every point; of the others, as of this, at the one where platform and rows part. `KILLS=all` kills all. */
const EVERYWHERE = ['PATCH'];
const SELECTED = /^after the platform has done it, before our rows/;

/**
 * Kills a process in the middle of each of these writes, and holds that each happens exactly once. What comes before the
 * steps of a write is the same for all of them and is tried with the first alone.
 */
export function killEach(about: string, victims: readonly Victim[]): void {
  describe(about, () => killed(victims));
}

function killed(victims: readonly Victim[]): void {
  const suite = wholeSuite();
  let world: World;
  const expected = new Map<string, number>();

  before(async () => {
    world = await startFaultWorld(suite);
  });

  for (const victim of victims) {
    test(`${victim.name}: undisturbed, as the measure for the others`, async () => {
      const organization = await world.organization();
      const prepared = await victim.prepare(organization);
      const changes = await world.changes();
      actionOf(await prepared.send({ via: world.served() }));
      await organization.quiet();
      await holds(organization, prepared);
      expected.set(victim.name, (await world.changes()) - changes);
    });
    for (const point of pointsFor(victim, victim !== victims[0])) {
      test(`${victim.name}: killed ${point.name}, it happens exactly once`, () => killAt(victim, point));
    }
  }

  async function killAt(victim: Victim, point: KillPoint): Promise<void> {
    const organization = await world.organization();
    const prepared = await victim.prepare(organization);
    await organization.quiet();
    const before = {
      standing: await agreed(world, organization, prepared.slug),
      changes: await world.changes(),
      used: await organization.writesUsed(),
      entries: (await organization.log()).total,
    };
    const sending = { idempotencyKey: randomUUID() };
    const first = await killDuring(point, () => prepared.send({ ...sending, via: world.served() }));
    await world.restart();
    const began = performance.now();
    await organization.quiet();
    assert.ok(performance.now() - began < SETTLED_WITHIN_MS, `settled after ${performance.now() - began} ms`);
    if (point.begun) {
      await holds(organization, prepared);
    } else {
      assert.deepEqual(await agreed(world, organization, prepared.slug), before.standing, 'nothing happened yet');
      assert.equal(await organization.writesUsed(), before.used);
    }
    const again = await prepared.send({ ...sending, via: world.served() });
    const action = actionOf(again);
    if (first) assert.equal(again.text, first.text, 'the first answer');
    await organization.quiet();
    await holds(organization, prepared);
    assert.equal((await prepared.send({ ...sending, via: world.served() })).text, again.text);

    assert.equal((await world.changes()) - before.changes, expected.get(victim.name), 'changes in the platform');
    assert.equal((await organization.writesUsed()) - before.used, 1, 'quota');
    const { actions, total } = await organization.log();
    assert.equal(total - before.entries, prepared.entries, 'entries of the log');
    const entry = actions.find(({ id }) => id === action);
    assert.deepEqual([entry?.status, entry?.undone], ['executed', prepared.entries === 0]);
    if (victim.platform && SELECTED.test(point.name)) await launchesAgain(organization, prepared);
  }

  /** What we wrote is known to be ours, although nobody heard the platform's answer. */
  async function launchesAgain(organization: Organization, { slug, after }: Prepared): Promise<void> {
    if (after.state === undefined || after.state === 'live') await organization.moved(slug, 'paused');
    await organization.moved(slug, 'live');
    await organization.quiet();
  }

  async function holds(organization: Organization, prepared: Prepared): Promise<void> {
    const standing = await agreed(world, organization, prepared.slug);
    assert.deepEqual({ ...standing, ...prepared.after }, standing);
  }

  /** Sends a request and kills its process at the point; returns the answer where it came before. */
  async function killDuring(point: KillPoint, send: () => ReturnType<Prepared['send']>) {
    const held = point.hold && world.gate.hold(point.hold);
    const blocked = point.block && world.databaseGate.block(point.block);
    const answered = send().catch(() => undefined);
    await (held?.reached ?? blocked?.reached());
    await world.served().kill();
    held?.open();
    if (point.block) await blocked?.end(point.block.fate);
    return answered;
  }
}

function pointsFor(victim: Victim, onlyItsSteps: boolean): KillPoint[] {
  const all = process.env.KILLS === 'all' || EVERYWHERE.includes(victim.name);
  const before = all || !onlyItsSteps;
  return KILL_POINTS.filter(({ platform, drafts, name }) =>
    victim.platform ? !drafts && (all || (before && !platform) || SELECTED.test(name)) : !platform,
  );
}

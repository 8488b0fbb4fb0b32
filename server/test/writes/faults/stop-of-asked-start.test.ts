import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { slugOf } from '../../../src/campaigns/slug.ts';
import { StoppedSince } from '../../../src/writes/actions/failures.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { heldTurns } from '../../harness/held-turns.ts';
import { wholeSuite } from '../../harness/service.ts';
import { fillVastCampaign } from '../../harness/vast-campaign.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { OtherProcess } from '../other-process.ts';
import { growDraft } from '../recommend.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { HeldCall, PlatformGate } from './platform-gate.ts';

/** Longer than a request takes to the point where it waits for another. */
const ON_ITS_WAY_MS = 700;
/** A row is waited for no longer than a second. */
const FOR_A_WHILE_MS = 300;
/** What a request asks before it is answered, and what its work reads before it sends anything. */
const CHANGES = /change_event/;
const READING = /FROM campaign\b/;

/** What starts a campaign, and how it comes to the state before that. */
const STARTS: Readonly<Record<string, readonly string[]>> = { launch: [], resumption: ['live', 'paused'] };

const lockMember = statement<[organizationId: number, personId: number], object>(
  'select 1 from membership where organization_id = $1 and person_id = $2 for no key update',
);
const askedWith = statement<[organizationId: number], { asked_at: string; claimed_at: string }>(`
  select asked_at, claimed_at from idempotency_key where organization_id = $1`);

describe('a stop after a start that was only asked for', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;
  let other: OtherProcess;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
    other = await world.startProcess();
  });

  test('of a campaign that rests: what asks the platform whether it may start does not start it', async () => {
    const { org, slug, name } = await arranged('Asking', ['live', 'paused']);
    const looking = gate.hold('asked', 'searchStream', CHANGES);
    const starting = org.state(slug, 'live', { idempotencyKey: 'asking' });
    await looking.reached;
    const stopped = bodyOf(await org.state(slug, 'paused'));
    assert.deepEqual([stopped.accepted, stopped.action_id], [true, null]);
    looking.open();
    isRefused(await starting);
    isRefused(await org.state(slug, 'live', { idempotencyKey: 'asking' }));
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
    await org.moved(slug, 'live');
    assert.deepEqual(await seen(org, slug, name), ['live', 'enabled'], 'whoever asks anew is not refused');
  });

  for (const [what, through] of Object.entries(STARTS)) {
    const restsAs = through.at(-1);

    test(`a second ${what} that waits behind the one that is stopped does not start either`, async () => {
      const { org, slug, name } = await arranged(`Twice ${what}`, through);
      const reading = gate.hold('asked', 'searchStream', READING);
      assert.equal((await org.state(slug, 'live')).status, 200);
      await reading.reached;
      const stopped = await stoppedBefore(
        reading,
        () => org.state(slug, 'live'),
        () => org.state(slug, 'paused'),
      );
      assert.equal(stopped.status, 200);
      await org.quiet();
      assert.deepEqual(await seen(org, slug, name), ['paused', restsAs]);
    });

    test(`a ${what} that was stopped is not made by its key`, async () => {
      const { org, slug, name } = await arranged(`Key of a ${what}`, through);
      const reading = gate.hold('asked', 'searchStream', READING);
      const first = await org.state(slug, 'live', { idempotencyKey: 'again' });
      await reading.reached;
      const stopping = org.state(slug, 'paused');
      await pause(ON_ITS_WAY_MS);
      reading.open();
      assert.equal((await stopping).status, 200);
      await org.quiet();
      const again = await org.state(slug, 'live', { idempotencyKey: 'again' });
      assert.deepEqual([again.status, again.text], [first.status, first.text]);
      await org.quiet();
      assert.deepEqual(await seen(org, slug, name), ['paused', restsAs]);
    });
  }

  test('an undo of the first ends a second one, too', async () => {
    const { org, slug, name } = await arranged('Undone first', ['live', 'paused']);
    const reading = gate.hold('asked', 'searchStream', READING);
    const { action_id } = bodyOf(await org.state(slug, 'live'));
    await reading.reached;
    const undone = await stoppedBefore(
      reading,
      () => org.state(slug, 'live'),
      () => org.undo(action_id),
    );
    assert.equal(bodyOf(undone).undone, true);
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('what undoes a pause, and waits for that to be made, does not start it behind another', async () => {
    const { org, slug, name } = await arranged('Paused twice', ['live']);
    const pausing = gate.hold('asked', 'mutate');
    const { action_id } = bodyOf(await org.state(slug, 'paused'));
    await pausing.reached;
    const undoing = [org.undo(action_id, { via: other }), org.undo(action_id), org.undo(action_id)];
    await pause(5 * ON_ITS_WAY_MS);
    const stopping = org.state(slug, 'paused');
    await pause(ON_ITS_WAY_MS);
    pausing.open();
    assert.equal((await stopping).status, 200);
    for (const answer of await Promise.all(undoing)) isRefused(answer);
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('a start that was waited for in vain meanwhile is not made by its key', async () => {
    const { org, slug, name } = await arranged('In vain', ['live', 'paused']);
    gate.lose(/budget/i);
    const editing = org.patch(slug, { budget: 41, dry_run: false });
    await pause(ON_ITS_WAY_MS);
    const starting = ['k', 'k'].map((idempotencyKey) => org.state(slug, 'live', { idempotencyKey }));
    await pause(ON_ITS_WAY_MS);
    assert.equal((await org.state(slug, 'paused')).status, 200);
    for (const answer of await Promise.all(starting)) isRefused(answer);
    gate.lose(undefined);
    await editing;
    isRefused(await org.state(slug, 'live', { idempotencyKey: 'k' }));
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('a start that waits behind what its own person reads does not start behind a stop', async () => {
    const { org, slug, name } = await arranged('Behind reads', ['live', 'paused']);
    const vast = await org.draft({ name: 'Vast', budget: 1 });
    await fillVastCampaign(world.database, org.id, (await findCampaign(org.tenancy, vast))?.id ?? 0);
    const reads = Array.from({ length: 60 }, () => org.send('GET', `/organizations/${org.slug}/campaigns/${vast}`));
    await pause(30);
    const starting = org.state(slug, 'live');
    await pause(150);
    assert.equal((await org.state(slug, 'paused', { cookie: org.people.owner.cookie })).status, 200);
    isRefused(await starting);
    await Promise.all(reads);
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('a start that waits for its turn does not begin behind a stop', async (t) => {
    const { org, slug, name } = await arranged('In line', ['live', 'paused']);
    const { starting, begin } = await beforeItsTurn(t, () => org.state(slug, 'live'));
    assert.equal((await org.state(slug, 'paused')).status, 200);
    begin();
    isRefused(await starting);
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('an approval of a start that waits for others does not start behind a stop', async () => {
    const { org, slug, name } = await arranged('Approved late', ['live', 'paused']);
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    const approved = await world.database.transaction(async (db) => {
      await db.rows(lockMember, org.id, org.people.admin.id);
      const approving = org.decide(id, 'approve', org.people.admin);
      await pause(FOR_A_WHILE_MS);
      assert.equal((await org.state(slug, 'paused', { cookie: org.people.owner.cookie })).status, 200);
      return { approving };
    });
    const { status, reason } = bodyOf(await approved.approving);
    assert.deepEqual([status, reason], ['failed', new StoppedSince().message]);
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('a key keeps when its start came, however long that waited', async (t) => {
    const { org, slug } = await arranged('Kept since', ['live', 'paused']);
    const { starting, begin } = await beforeItsTurn(t, () => org.state(slug, 'live', { idempotencyKey: 'since' }));
    const came = world.clock.now();
    await pause(FOR_A_WHILE_MS);
    begin();
    assert.equal((await starting).status, 200);
    const [kept] = await org.tenancy.db.rows(askedWith, org.id);
    assert.ok(kept);
    assert.ok(Date.parse(kept.asked_at) <= came, kept.asked_at);
    assert.ok(Date.parse(kept.claimed_at) > came, kept.claimed_at);
  });

  test('a start whose process died is not carried on by its key, however often', async () => {
    const { org, slug, name } = await arranged('Died', ['live', 'paused']);
    for (const dying of [await world.startProcess(), await world.startProcess()]) {
      const looking = gate.hold('asked', 'searchStream', CHANGES);
      const dead = assert.rejects(org.state(slug, 'live', { idempotencyKey: 'dead', via: dying }));
      await looking.reached;
      assert.equal((await org.state(slug, 'paused')).status, 200);
      await dying.kill();
      await dead;
      looking.lose();
    }
    isRefused(await org.state(slug, 'live', { idempotencyKey: 'dead' }));
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['paused', 'paused']);
  });

  test('drafts that are laid to rest do not start behind the launch that kept them waiting', async () => {
    const org = await world.organization({ percent: 100 });
    const source = await org.live({ name: 'Source of two', budget: 40 });
    const { action_id } = await org.applied(source, (one) => [
      ...growDraft('First grown')(one),
      ...growDraft('Second grown')(one),
    ]);
    await org.quiet();
    const reading = gate.hold('asked', 'searchStream', /First grown/);
    await org.state(slugOf('First grown'), 'live');
    await reading.reached;
    const undone = await stoppedBefore(
      reading,
      () => org.state(slugOf('Second grown'), 'live'),
      () => org.undo(action_id),
    );
    assert.equal(bodyOf(undone).undone, true);
    await org.quiet();
    for (const name of ['First grown', 'Second grown']) {
      assert.deepEqual(await seen(org, slugOf(name), name), ['paused', undefined]);
    }
  });

  test('a stop that is only previewed, or would wait for a person, keeps nothing from starting', async () => {
    const { org, slug, name } = await arranged('Not stopped', ['live', 'paused']);
    await org.requireApprovals(true);
    const looking = gate.hold('asked', 'searchStream', CHANGES);
    const { cookie } = org.people.owner;
    const starting = org.state(slug, 'live', { cookie });
    await looking.reached;
    assert.equal((await org.state(slug, 'paused', { cookie, dryRun: true })).status, 200);
    assert.equal((await org.state(slug, 'paused')).status, 200);
    looking.open();
    assert.equal((await starting).status, 200);
    await org.quiet();
    assert.deepEqual(await seen(org, slug, name), ['live', 'enabled']);
  });

  /** A request that has come, and begins when it is told to. */
  async function beforeItsTurn(t: TestContext, start: () => Promise<HttpAnswer>) {
    const turns = heldTurns(t, world.service.services);
    const starting = start();
    await turns.allWait();
    return { starting, begin: () => turns.end(true) };
  }

  /** A start that waits behind the one that is held, and then a stop: the start is refused, and this is the stop's answer. */
  async function stoppedBefore(first: HeldCall, start: () => Promise<HttpAnswer>, stop: () => Promise<HttpAnswer>) {
    const second = start();
    await pause(ON_ITS_WAY_MS);
    const stopping = stop();
    await pause(ON_ITS_WAY_MS);
    first.open();
    const stopped = await stopping;
    isRefused(await second);
    return stopped;
  }

  async function arranged(name: string, through: readonly string[]) {
    const org = await world.organization();
    const slug = await org.draft({ name, budget: 40 });
    for (const state of through) await org.moved(slug, state);
    await org.quiet();
    return { org, slug, name };
  }

  async function seen(org: Organization, slug: string, name: string) {
    return [(await org.campaign(slug)).state, (await world.platform.campaign(name))?.status];
  }

  function isRefused(answer: HttpAnswer): void {
    refused(answer, 'launch_blocked', { blocked_by: 'stopped' });
  }
});

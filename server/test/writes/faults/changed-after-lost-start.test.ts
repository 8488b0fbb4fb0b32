import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { until } from '../patience.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const START = /ENABLED/;
const EVENTS = /FROM change_event/;
/** The adapter asks so often before it gives up, about the campaign and about its budget. */
const ONE_LOOK = 8;

/** A change that waits for its next try, and somebody who wants to stop comes before that. */
const putOff = statement<[organizationId: number], { id: number }>(`
  update task set not_before = not_before + interval '5 seconds'
  where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued' and retries > 0
  returning task_tracking_id as id`);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const readAt = statement<[organizationId: number, slug: string, at: Date], never>(
  'update campaign set last_synced_at = $3 where organization_id = $1 and slug = $2',
);
/** By the clock of whoever sent it. */
const sentAt = statement<[organizationId: number, at: string], never>(`
  update action set steps = jsonb_set(steps, '{0,details,sent_at}', to_jsonb($2::text))
  where organization_id = $1 and status = 'in_progress'`);

describe('a start whose answer was lost', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  afterEach(() => {
    gate.lose(undefined);
    gate.tellLate(false);
  });

  test('is not made again where somebody has stopped it in the platform since', async () => {
    const { org, slug, name } = await rests('Stopped there');
    const call = gate.hold('answered', 'mutate', START);
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit(name, 'status', 'PAUSED');
    call.lose();
    await org.quiet();
    await isUnknown(org);
    await world.turn({ minutes: 20 });
    await world.sync(org);
    assert.equal(await there(name), 'paused');
    await org.moved(slug, 'live');
    await org.quiet();
    assert.equal(await there(name), 'enabled', 'asked for anew it starts');
  });

  test('is not made again while nobody can read whether somebody has stopped it there', async () => {
    const { org, slug, name } = await rests('Stopped unseen');
    const call = gate.hold('answered', 'mutate', START);
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit(name, 'status', 'PAUSED');
    const lost = gate.lose(EVENTS, 'searchStream');
    call.lose();
    await until(async () => lost() > ONE_LOOK || (await there(name)) === 'enabled' || undefined, 'looking');
    assert.equal(await there(name), 'paused');
    gate.lose(undefined);
    await org.quiet();
    await isUnknown(org);
    assert.equal(await there(name), 'paused');
  });

  test('is not made again where the platform cannot tell any more why it rests', async () => {
    const { org, slug, name } = await rests('Read long ago');
    const call = gate.hold('answered', 'mutate', START);
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit(name, 'status', 'PAUSED');
    assert.equal(await world.database.execute(readAt, org.id, slug, moment(-40 * DAY_MS)), 1);
    call.lose();
    await org.quiet();
    await isUnknown(org);
    assert.equal(await there(name), 'paused');
  });

  test('is not made again for whoever wants it to stop', async () => {
    const { org, slug, name } = await rests('Stopped here');
    gate.lose(START);
    await org.state(slug, 'live');
    while ((await world.database.rows(putOff, org.id)).length === 0) await pause(50);
    gate.lose(undefined);
    let wasStarted = false;
    const sent = gate.hold('asked', 'mutate', START);
    void sent.reached.then(() => {
      wasStarted = true;
      sent.open();
    });
    await org.moved(slug, 'paused', { cookie: org.people.owner.cookie });
    await org.quiet();
    assert.deepEqual([await there(name), wasStarted], ['paused', false]);
  });

  for (const [what, change] of Object.entries({
    renamed: (name: string) => world.platform.edit(name, 'name', `${name} (mine)`),
    removed: (name: string) => world.platform.edit(name, 'status', 'REMOVED'),
  })) {
    test(`is not made again where what it launched was ${what} in the platform since`, async () => {
      const { org } = await launched(`Launched and ${what}`, change);
      await isUnknown(org);
      assert.equal(await thereBegins(`Launched and ${what}`), what === 'renamed' ? 1 : 0);
    });
  }

  test('is not made again where a sync has found what it launched under another name', async () => {
    const { org } = await launched('Synced', async (name, { org }) => {
      await world.platform.edit(name, 'name', `${name} (mine)`);
      await world.sync(org);
    });
    await isUnknown(org);
    assert.equal(await thereBegins('Synced'), 1);
  });

  for (const [whose, away] of Object.entries({ 'is ahead': 4 * MINUTE_MS, 'was wrong by months': -100 * DAY_MS })) {
    test(`is not made again under another name where the clock of whoever sent it ${whose}`, async () => {
      const { org } = await launched(`Sent, ${whose}`, async (name, { org }) => {
        await world.platform.edit(name, 'name', `${name} (mine)`);
        assert.equal(await world.database.execute(sentAt, org.id, moment(away).toISOString()), 1);
      });
      await isUnknown(org);
      assert.equal(await thereBegins(`Sent, ${whose}`), 1);
    });
  }

  test('is found as it is there: somebody has stopped what it launched, which nobody tells yet', async () => {
    const { org, slug } = await launched('Found at rest', async (name) => {
      await world.platform.edit(name, 'status', 'PAUSED');
      gate.tellLate(true);
    });
    assert.equal((await org.campaign(slug)).state, 'paused');
    assert.equal(await there('Found at rest'), 'paused');
  });

  test('is found as it is there: what it launched has another budget', async () => {
    const { org, slug } = await launched('Found dearer', (name) => world.platform.edit(name, 'budget', 45));
    const { state, budget } = await org.campaign(slug);
    assert.deepEqual([state, budget], ['live', 45]);
    assert.match(String((await org.log()).actions[0]?.detail), /daily spend: from none to 45/);
  });

  test('is made again where others changed and made campaigns meanwhile', async () => {
    const org = await world.organization({ cap: 3000 });
    const others = await org.live({ name: 'Of before', budget: 10 });
    await org.quiet();
    const slug = await org.draft({ name: 'Never arrived', budget: 40 });
    const call = gate.hold('asked', 'mutate');
    await org.state(slug, 'live');
    await call.reached;
    await world.platform.edit('Of before', 'budget', 12);
    call.lose();
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'live');
    assert.equal((await org.campaign(others)).state, 'live');
  });

  /** A launch arrives, somebody does something there, and only then its answer is lost. */
  async function launched(
    name: string,
    meanwhile: (name: string, launch: { org: Organization }) => Promise<void>,
  ): Promise<{ org: Organization; slug: string }> {
    const org = await world.organization({ cap: 5000 });
    const slug = await org.draft({ name, budget: 40 });
    const call = gate.hold('answered', 'mutate');
    await org.state(slug, 'live');
    await call.reached;
    await meanwhile(name, { org });
    call.lose();
    await org.quiet();
    return { org, slug };
  }

  async function rests(name: string) {
    const org = await world.organization({ cap: 1500 });
    const slug = await org.live({ name, budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    return { org, slug, name };
  }

  const there = async (name: string) => (await world.platform.campaign(name))?.status;

  const moment = (away: number) => new Date(world.clock.now() + away);

  const thereBegins = async (name: string) =>
    (await world.platform.campaigns()).filter((one) => one.name.startsWith(name)).length;

  async function isUnknown(org: Organization): Promise<void> {
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
  }
});

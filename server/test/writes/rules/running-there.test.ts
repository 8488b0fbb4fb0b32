import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import { startGatedWorld } from '../faults/gated-world.ts';
import type { PlatformGate } from '../faults/platform-gate.ts';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';

/** Somebody lets a campaign run in the platform, with another budget, just before it is resumed here. */
describe('a campaign that somebody has let run in the platform', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  test('is not taken for resumed as it was approved where its budget is another', async () => {
    const org = await world.organization({ cap: 1500 });
    const slug = await rests(org, 'Approved at 40');
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    await runsThere('Approved at 40', 45);
    await org.decide(id, 'approve');
    await org.quiet();
    const [entry] = (await org.log()).actions;
    assert.equal(entry?.status, 'failed');
    assert.match(String(entry?.detail), /changed/i);
  });

  test('is refused where its budget there is above the cap', async () => {
    const org = await world.organization({ cap: 1500 });
    const slug = await rests(org, 'Above the cap');
    await runsThere('Above the cap', 400);
    await org.state(slug, 'live');
    await org.quiet();
    const [entry] = (await org.log()).actions;
    assert.equal(entry?.status, 'failed');
    assert.match(String(entry?.detail), /cap/i);
  });

  test('goes on with the budget that it has there where that is within the cap', async () => {
    const org = await world.organization({ cap: 1500 });
    const slug = await rests(org, 'Within the cap');
    await runsThere('Within the cap', 45);
    await org.moved(slug, 'live');
    const { state, budget } = await org.campaign(slug);
    assert.deepEqual([state, budget], ['live', 45]);
  });

  test('keeps the budget that it has there also where the answer to its resumption is lost', async () => {
    const org = await world.organization({ cap: 1500 });
    const slug = await rests(org, 'Lost answer');
    gate.tellLate(true);
    await world.platform.edit('Lost answer', 'budget', 45);
    await world.platform.fail('drop_after_commit', 1, 'mutate');
    await org.moved(slug, 'live');
    await world.platform.heal();
    const { state, budget } = await org.campaign(slug);
    assert.deepEqual([state, budget], ['live', 45]);
    assert.match(String((await org.log()).actions[0]?.detail), /45/);
  });

  async function rests(org: Organization, name: string): Promise<string> {
    const slug = await org.live({ name, budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    return slug;
  }

  /** Nobody here has heard of it yet. */
  async function runsThere(name: string, budget: number): Promise<void> {
    gate.tellLate(true);
    await world.platform.edit(name, 'budget', budget);
    await world.platform.edit(name, 'status', 'ENABLED');
  }
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { HeldCall, HoldPoint, PlatformGate } from './platform-gate.ts';

const START = /ENABLED/;

/** Why it runs there: where the call is held before it gets there, they let it run themselves. */
const RUNS: Readonly<Record<string, HoldPoint>> = {
  'somebody let it run there': 'asked',
  'our try has arrived': 'answered',
};

describe('a campaign whose budget somebody changes in the platform while the answer to its start is lost', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  for (const [how, point] of Object.entries(RUNS)) {
    test(`${how}: nobody who approved another budget is said to have set it`, async () => {
      const { org, slug, name, there } = await rests();
      const call = gate.hold(point, 'mutate', START);
      await approved(org, slug);
      await lost(call, () => runsThere(name, 500, point));
      await org.quiet();
      await isUnknown(org);
      await readAgain(org);
      const { state, budget } = await org.campaign(slug);
      assert.deepEqual([state, budget], ['live', 500], 'it is what it is there');
      await org.moved(slug, 'paused', { cookie: org.people.owner.cookie });
      assert.equal((await there())?.status, 'paused');
    });

    test(`${how}: it is not taken for resumed where that is above the cap`, async () => {
      const { org, slug, name } = await rests();
      const call = gate.hold(point, 'mutate', START);
      await org.state(slug, 'live');
      await lost(call, () => runsThere(name, 500, point));
      await org.quiet();
      await isUnknown(org);
    });

    test(`${how}: it goes on with it where the cap allows that and nobody had to approve`, async () => {
      const { org, slug, name } = await rests();
      const call = gate.hold(point, 'mutate', START);
      await org.state(slug, 'live');
      await lost(call, () => runsThere(name, 45, point));
      await org.quiet();
      const { state, budget } = await org.campaign(slug);
      assert.deepEqual([state, budget], ['live', 45]);
    });
  }

  for (const approvals of [true, false]) {
    test(`it goes on resting there where it rests: ${approvals ? 'not approved' : 'above the cap'}`, async () => {
      const { org, slug, name, there } = await rests();
      const call = gate.hold('asked', 'mutate', START);
      if (approvals) await approved(org, slug);
      else await org.state(slug, 'live');
      await lost(call, () => world.platform.edit(name, 'budget', approvals ? 45 : 500));
      await org.quiet();
      await isUnknown(org);
      assert.equal((await there())?.status, 'paused');
    });
  }

  test('a limit does not say that it rests where the platform declined the try after the lost one', async () => {
    const { org, slug, name } = await rests();
    await world.platform.fail('policy', 1, 'mutate', 1);
    const late = gate.leaveUnanswered('late');
    await org.state(slug, 'live');
    await late;
    await lost(gate.hold('answered', 'mutate', START), () => world.platform.edit(name, 'budget', 500), 'open');
    await org.quiet();
    await world.platform.heal();
    await isUnknown(org);
  });

  for (const [what, budget] of Object.entries({ approved: 45, 'within the cap': 500 })) {
    test(`a launch that arrives late is not taken for ${what} with another budget`, async () => {
      const org = await world.organization({ cap: 1500 });
      const name = `Late and not ${what}`;
      const slug = await org.draft({ name, budget: 40 });
      const late = gate.leaveUnanswered('late');
      if (what === 'approved') await approved(org, slug);
      else await org.state(slug, 'live');
      await late;
      await lost(gate.hold('answered'), () => world.platform.edit(name, 'budget', budget), 'open');
      await org.quiet();
      const [entry] = (await org.log()).actions;
      assert.doesNotMatch(JSON.stringify(entry?.changes), new RegExp(String(budget)));
      assert.equal((await org.campaign(slug)).budget, budget, 'as it was read from there');
    });
  }

  async function rests() {
    const org = await world.organization({ cap: 1500 });
    const slug = await org.live({ budget: 40 });
    await org.moved(slug, 'paused');
    await org.quiet();
    const name = String((await org.campaign(slug)).name);
    return { org, slug, name, there: () => world.platform.campaign(name) };
  }

  async function runsThere(name: string, budget: number, point: HoldPoint): Promise<void> {
    await world.platform.edit(name, 'budget', budget);
    if (point === 'asked') await world.platform.edit(name, 'status', 'ENABLED');
  }

  /** A key asks for it to go live, and the Owner approves that, who is answered once it has ended. */
  async function approved(org: Organization, slug: string): Promise<void> {
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    void org.decide(id, 'approve').then(({ status, text }) => assert.equal(status, 200, text));
  }

  /** They make theirs while a call is held, of which nobody hears any more unless told otherwise. */
  async function lost(call: HeldCall, makeThere: () => Promise<void>, then: 'lose' | 'open' = 'lose'): Promise<void> {
    await call.reached;
    await makeThere();
    call[then]();
  }

  /** The last action tells of what was asked for, and does not say that it was done. */
  async function isUnknown(org: Organization): Promise<void> {
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
    assert.match(String(entry?.detail), /daily spend: from none to 40/);
  }

  /** What was seen there last is what the platform has. */
  async function readAgain(org: Organization): Promise<void> {
    await world.turn({ minutes: 20 });
    await world.sync(org);
  }
});

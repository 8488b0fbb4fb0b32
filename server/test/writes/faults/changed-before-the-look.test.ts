import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PlatformCampaign, PlatformKeyword } from '../../../src/ports/ad-platform.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { PlatformView } from '../platform-view.ts';
import { addThese, bidOnAll, pauseAll } from '../recommend.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

/** A change of several things, and what a person makes of one of them once it has arrived. */
interface Overtaken {
  make(org: Organization, slug: string): Promise<HttpAnswer>;
  makeThere(platform: PlatformView, name: string): Promise<unknown>;
  /** What the change has made and that person has not touched. */
  rest(there: PlatformCampaign): unknown;
  /** What stays theirs. */
  skipped: RegExp;
}

const OTHER = 'five six';

const keywordsOf = ({ ads }: PlatformCampaign): PlatformKeyword[] => ads.flatMap(({ keywords }) => keywords);
const otherKeywords = (there: PlatformCampaign) =>
  keywordsOf(there)
    .filter(({ text }) => text !== OTHER)
    .map(({ text, status, cpcBid }) => [text, status, cpcBid]);

async function otherIn(platform: PlatformView, name: string): Promise<string> {
  const there = await platform.campaign(name);
  return (there && keywordsOf(there).find(({ text }) => text === OTHER)?.id) ?? assert.fail('it is there');
}

const bids: Overtaken['make'] = async (org, slug) => org.apply(await org.recommend(slug, bidOnAll('9.00')));
const edits = (org: Organization, slug: string) =>
  org.patch(slug, { name: `${slug} ours`, budget: 44, dry_run: false });

const OVERTAKEN: Readonly<Record<string, Overtaken>> = {
  'bids, and one of the keywords is removed': {
    make: bids,
    makeThere: async (platform, name) => platform.account.removeKeywords([await otherIn(platform, name)]),
    rest: otherKeywords,
    skipped: /five six.*removed since/,
  },
  'bids, and one of them is changed': {
    make: bids,
    makeThere: async (platform, name) =>
      platform.account.setKeywordBids([{ id: await otherIn(platform, name), cpcBid: '3.00' }]),
    rest: otherKeywords,
    skipped: /five six.*changed since/,
  },
  'paused keywords, and one of them is removed': {
    make: async (org, slug) => org.apply(await org.recommend(slug, pauseAll)),
    makeThere: async (platform, name) => platform.account.removeKeywords([await otherIn(platform, name)]),
    rest: otherKeywords,
    skipped: /five six.*removed since/,
  },
  'a name and a budget, and the name is changed': {
    make: edits,
    makeThere: (platform, name) => platform.edit(name, 'name', `${name} theirs`),
    rest: ({ budget }) => budget,
    skipped: /^name: changed since/,
  },
  'a name and a budget, and the budget is changed': {
    make: edits,
    makeThere: (platform, name) => platform.edit(name, 'budget', 41),
    rest: ({ name }) => name,
    skipped: /^budget: changed since/,
  },
};

describe('a change whose answer is lost, and part of which somebody changes in the platform before it is looked for', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  async function started() {
    const org = await world.organization();
    const slug = await org.live({ budget: 40 });
    await org.applied(slug, addThese('one two', OTHER));
    await org.quiet();
    const { id = '' } = (await world.platform.campaign(String((await org.campaign(slug)).name))) ?? {};
    const there = async () => (await world.platform.account.readCampaign(id)) ?? assert.fail('it is there');
    return { org, slug, there };
  }

  /** The platform makes the change, then they make theirs, and nobody hears of the first. */
  async function overtaken(
    send: () => Promise<HttpAnswer>,
    makeThere: (platform: PlatformView, name: string) => Promise<unknown>,
    there: () => Promise<PlatformCampaign>,
  ): Promise<HttpAnswer> {
    const call = gate.hold('answered');
    const sent = send();
    await call.reached;
    await makeThere(world.platform, (await there()).name);
    call.lose();
    return sent;
  }

  /** What was seen there last is what the platform has. */
  async function readAgain(org: Organization): Promise<void> {
    await org.quiet();
    await world.turn({ minutes: 20 });
    await world.sync(org);
  }

  for (const [what, { make, makeThere, rest, skipped }] of Object.entries(OVERTAKEN)) {
    test(`${what}: nobody says that it was not made, and undo takes back what is found of it`, async () => {
      const { org, slug, there } = await started();
      const before = rest(await there());
      const used = await org.writesUsed();
      refused(await overtaken(() => make(org, slug), makeThere, there), 'ad_platform_unavailable');
      await org.quiet();
      const [entry] = (await org.log()).actions;
      assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
      assert.match(String(entry?.ending), /not known whether done/);
      assert.equal(await org.writesUsed(), used + 1, 'what may have been made is paid for');
      assert.notDeepEqual(rest(await there()), before);
      await readAgain(org);
      const undone = await org.undone(entry?.id);
      assert.match(String(undone.skipped), skipped);
      await org.quiet();
      assert.deepEqual(rest(await there()), before);
    });
  }

  test('whoever asked for it by an approved change is told the same', async () => {
    const { org, slug, there } = await started();
    await org.requireApprovals(true);
    const id = held(await edits(org, slug));
    const { makeThere } = OVERTAKEN['a name and a budget, and the name is changed'] ?? assert.fail();
    await overtaken(() => org.decide(id, 'approve'), makeThere, there);
    await org.quiet();
    const { status, result } = bodyOf(await org.queued(id));
    const [entry] = (await org.log()).actions;
    assert.deepEqual([status, result], ['failed', { action_id: entry?.id, outcome_unknown: true }]);
  });

  test('so it is where the change was an undo', async () => {
    const { org, slug, there } = await started();
    const start = await there();
    const { action_id } = await org.edited(slug, { name: `${slug} ours`, budget: 44 });
    const { makeThere } = OVERTAKEN['a name and a budget, and the name is changed'] ?? assert.fail();
    refused(await overtaken(() => org.undo(action_id), makeThere, there), 'ad_platform_unavailable');
    await org.quiet();
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.id, entry?.undone], [action_id, false]);
    assert.match(String(entry?.ending), /^not known whether undone/);
    assert.equal((await there()).budget, start.budget);
  });

  test('where nothing was sent before, it is a conflict, and costs nothing', async () => {
    const { org, slug, there } = await started();
    await world.platform.edit((await there()).name, 'name', `${slug} theirs`);
    const used = await org.writesUsed();
    refused(await edits(org, slug), 'sync_conflict');
    await org.quiet();
    const [entry] = (await org.log()).actions;
    assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', false]);
    assert.equal(await org.writesUsed(), used);
  });
});

import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dayAt } from '../../../src/base/days.ts';
import { gatherEvidence } from '../../../src/reports/gather-evidence.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { connect } from '../../surfaces/mcp/agent.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { exclude, type Propose, pauseAll } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

const LASTS = 1_000;

const entry = z.looseObject({
  detail: z.string(),
  status: z.string(),
  undone: z.boolean(),
  outcome: z.string(),
  ending: z.string().nullable(),
  outcome_unknown: z.boolean(),
  changes_count: z.int(),
});
const overview = z.object({ recent_actions: z.array(entry) });
const log = z.object({ actions: z.array(entry) });
const queued = z.object({
  status: z.string(),
  result: z.looseObject({ in_part: z.boolean().optional(), outcome_unknown: z.boolean().optional() }),
});

/** What was changed first, and how it is changed, or changed back, in the end. */
interface Kind {
  arrange: (org: Organization) => Promise<() => Promise<HttpAnswer>>;
  /** What the platform does with it. */
  fault?: (writes: Writes) => Promise<void>;
  /** The access is lost once it has received so many changes. */
  lostAfter?: number;
  told: { outcome: string; words: string; undone?: true; ending?: RegExp };
  queued: { status: string; in_part?: true; outcome_unknown?: true };
}

const bothOf: Propose = (standing) => [...pauseAll(standing), ...exclude('free')(standing)];

const ACTS = {
  edit: async (org) => {
    const slug = await org.live({ budget: 40 });
    return () => org.patch(slug, { budget: 44, dry_run: false });
  },
  pause: async (org) => {
    const slug = await org.live();
    return () => org.state(slug, 'paused');
  },
  launch: async (org) => {
    const slug = await org.draft();
    return () => org.state(slug, 'live');
  },
  apply: async (org) => {
    const id = await org.recommend(await org.live(), bothOf);
    return () => org.apply(id);
  },
  'undo of an edit': async (org) => {
    const { action_id } = await org.edited(await org.live({ budget: 40 }), { budget: 44 });
    return () => org.undo(action_id);
  },
  'undo of a launch': async (org) => {
    const slug = await org.draft();
    const action = await org.moved(slug, 'live');
    return () => org.undo(action);
  },
  'undo of what was applied': async (org) => {
    const { action_id } = await org.applied(await org.live(), bothOf);
    return () => org.undo(action_id);
  },
} satisfies Record<string, Kind['arrange']>;

const taken = async (): Promise<void> => {};
const declined =
  (after = 0) =>
  ({ platform }: Writes) =>
    platform.fail('policy', 1, 'mutate', after);
const lost =
  (after = 0) =>
  ({ platform }: Writes) =>
    platform.fail('drop_after_commit', 1, 'mutate', after);
const heldUp = ({ platform }: Writes) => platform.fail('quota_short', LASTS, 'mutate');

const KINDS: Readonly<Record<string, Kind>> = {
  'under way': {
    ...{ arrange: ACTS.pause, fault: heldUp, queued: { status: 'pending' } },
    told: { outcome: 'under_way', words: 'under way' },
  },
  executed: {
    ...{ arrange: ACTS.edit, queued: { status: 'approved' } },
    told: { outcome: 'done', words: 'done' },
  },
  failed: {
    ...{ arrange: ACTS.edit, fault: declined(), queued: { status: 'failed' } },
    told: { outcome: 'failed', words: 'not done', ending: /^not done: Google Ads declined/ },
  },
  'made in part': {
    ...{ arrange: ACTS.apply, fault: declined(1), queued: { status: 'failed', in_part: true } },
    told: { outcome: 'in_part', words: 'done in part', ending: /^done in part: Google Ads declined/ },
  },
  'not known': {
    ...{ arrange: ACTS.launch, fault: lost(), lostAfter: 1, queued: { status: 'failed', outcome_unknown: true } },
    told: { outcome: 'unknown', words: 'not known whether done', ending: /^not known whether done: / },
  },
  'made in part, and not known of the rest': {
    ...{ arrange: ACTS.apply, fault: lost(1), lostAfter: 2 },
    queued: { status: 'failed', in_part: true, outcome_unknown: true },
    told: {
      ...{ outcome: 'unknown', words: 'done in part, not known whether another part was' },
      ending: /^done in part, not known whether another part was: /,
    },
  },
  'being undone': {
    ...{ arrange: ACTS['undo of a launch'], fault: heldUp, queued: { status: 'pending' } },
    told: { outcome: 'being_undone', words: 'being undone', ending: /^being undone$/ },
  },
  undone: {
    ...{ arrange: ACTS['undo of an edit'], queued: { status: 'approved' } },
    told: { outcome: 'undone', words: 'undone', undone: true },
  },
  'undo failed': {
    ...{ arrange: ACTS['undo of an edit'], fault: declined(), queued: { status: 'failed' } },
    told: { outcome: 'not_undone', words: 'not undone', ending: /^not undone: Google Ads declined/ },
  },
  'undone in part': {
    ...{ arrange: ACTS['undo of what was applied'], fault: declined(1), queued: { status: 'failed', in_part: true } },
    told: { outcome: 'undone_in_part', words: 'undone in part', ending: /^undone in part: Google Ads declined/ },
  },
  'undo not known': {
    ...{ arrange: ACTS['undo of an edit'], fault: lost(), lostAfter: 1 },
    queued: { status: 'failed', outcome_unknown: true },
    told: { outcome: 'undo_unknown', words: 'not known whether undone', ending: /^not known whether undone: / },
  },
};

describe('what became of a change is told alike wherever it is told', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  /** Asks for it through a key, has it approved, and lets the platform do with it what it will. */
  async function approved(org: Organization, { arrange, fault = taken, lostAfter }: Kind): Promise<string> {
    const act = await arrange(org);
    await org.quiet();
    await org.requireApprovals(true);
    const id = held(await act());
    await writes.platform.forgetRequests();
    await fault(writes);
    const deciding = org.decide(id, 'approve');
    if (lostAfter !== undefined) {
      while ((await writes.platform.mutates()) < lostAfter) await sleep(2);
      await writes.platform.fail('revoked', LASTS, 'search');
    }
    const answer = await deciding;
    assert.equal(answer.status, 200, answer.text);
    return id;
  }

  const told = ({
    detail,
    status,
    undone,
    outcome,
    ending,
    outcome_unknown,
    changes_count,
  }: z.infer<typeof entry>) => ({
    ...{ detail, status, undone, outcome, ending, outcome_unknown, changes_count },
  });

  const PLACES: Readonly<Record<string, (org: Organization, campaign: string) => Promise<unknown>>> = {
    'the log of one campaign': async (org, campaign) => log.parse(await org.log(`?campaign=${campaign}`)).actions[0],
    'the tool of agents': async (org) => {
      const client = await connect(suite, writes.base, { key: org.keys.owner.key });
      const args = { name: 'svc_get_action_log', arguments: { organization: org.slug } };
      return log.parse((await client.callTool(args)).structuredContent).actions[0];
    },
    'the overview': async (org) => {
      const { cookie } = org.people.owner;
      const answer = await org.send('GET', `/organizations/${org.slug}/overview`, undefined, { cookie });
      return overview.parse(answer.json).recent_actions[0];
    },
  };

  for (const [what, kind] of Object.entries(KINDS)) {
    test(what, async () => {
      const org = await writes.organization({ synced: true });
      const id = await approved(org, kind);
      const [first] = log.parse(await org.log()).actions;
      assert.ok(first);
      const { outcome, words, undone = false, ending } = kind.told;
      assert.deepEqual([first.outcome, first.undone], [outcome, undone]);
      if (ending) assert.match(String(first.ending), ending);
      else assert.equal(first.ending, null);
      assert.equal(first.detail.endsWith(`(${first.ending})`), first.ending !== null);
      for (const [place, read] of Object.entries(PLACES)) {
        assert.deepEqual(told(entry.parse(await read(org, String(first.campaign)))), told(first), place);
      }
      const today = dayAt(writes.clock.now());
      const { database } = writes;
      const evidence = await gatherEvidence({ database, clock: writes.clock }, org.id, 'weekly', {
        from: today,
        to: today,
      });
      assert.equal(evidence.actions.top[0]?.outcome, words, 'the report');
      const { status, result } = queued.parse({ result: {}, ...bodyOf(await org.queued(id)) });
      const { in_part, outcome_unknown } = result;
      const said = { status, ...(in_part && { in_part }), ...(outcome_unknown && { outcome_unknown }) };
      assert.deepEqual(said, kind.queued, 'the change that waited');
    });
  }
});

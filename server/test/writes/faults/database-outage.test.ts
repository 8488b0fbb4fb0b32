import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization, type Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { agreed } from './agreed.ts';
import { startFaultWorld, type World } from './world.ts';

/** As long as a restart or a change of the leading server takes. */
const OUTAGE_MS = 13_000;
const WORKS_AGAIN_WITHIN_MS = 10_000;

/** A change whose answer is on its way when the database goes. */
interface Case {
  /** What has to be before; the answer is handed to `make`. */
  prepare?(org: Organization, slug: string): Promise<unknown>;
  make(org: Organization, slug: string, sending: Sending, prepared: unknown): Promise<unknown>;
  /** What stands here and in the platform in the end. */
  becomes: { budget?: number; state?: string };
  isUndo?: true;
}

const CASES: Record<string, Case> = {
  edit: {
    make: (org, slug, sending) => org.patch(slug, { budget: 44, dry_run: false }, sending),
    becomes: { budget: 44 },
  },
  pause: { make: (org, slug, sending) => org.state(slug, 'paused', sending), becomes: { state: 'paused' } },
  undo: {
    prepare: async (org, slug) => (await org.edited(slug, { budget: 44 })).action_id,
    make: (org, _slug, sending, action) => org.undo(action, sending),
    becomes: { budget: 40 },
    isUndo: true,
  },
  'approved write': {
    async prepare(org, slug) {
      await org.requireApprovals(true);
      return held(await org.patch(slug, { budget: 44, dry_run: false }));
    },
    make: (org, _slug, sending, id) => approve(org, id, sending),
    becomes: { budget: 44 },
  },
};

describe('a database that cannot be reached while the platform takes a change', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  /** Makes changes, and lets the platform answer them once the database has gone. */
  async function cutOff(cases: readonly Case[]) {
    const opens: (() => void)[] = [];
    const made = [];
    for (const each of cases) {
      const org = await world.organization();
      const slug = await org.live({ budget: 40 });
      const prepared = await each.prepare?.(org, slug);
      const call = world.gate.hold('answered');
      const answered = each.make(org, slug, { via: world.served() }, prepared).catch(() => undefined);
      await call.reached;
      opens.push(call.open);
      made.push({ org, slug, prepared, answered });
    }
    world.databaseGate.refuse();
    for (const open of opens) open();
    await sleep(OUTAGE_MS);
    world.databaseGate.admit();
    const began = Date.now();
    return { made, since: () => Date.now() - began };
  }

  test('each of them is made, once, and the log says so soon after it is back', async () => {
    const kinds = Object.entries(CASES);
    const { made, since } = await cutOff(kinds.map(([, each]) => each));
    for (const [index, { org, slug, prepared, answered }] of made.entries()) {
      const [what, { becomes, isUndo = false }] = kinds[index] ?? assert.fail();
      await answered;
      await org.quiet();
      assert.ok(since() < WORKS_AGAIN_WITHIN_MS, `${what} took ${since()} ms`);
      const [entry] = (await org.log()).actions;
      const { status, outcome_unknown, undone, ending } = entry ?? {};
      assert.deepEqual([status, outcome_unknown, undone, ending], ['executed', false, isUndo, null], what);
      const { budget, state } = await agreed(world, org, slug);
      assert.deepEqual({ budget, state }, { budget: 40, state: 'live', ...becomes }, what);
      if (what !== 'approved write') continue;
      const queued = bodyOf(await org.queued(prepared));
      assert.deepEqual([queued.status, Object(queued.result).action_id], ['approved', entry?.id]);
    }
  });

  test('the campaign can be stopped soon after it is back', async () => {
    const { made, since } = await cutOff([CASES.edit ?? assert.fail()]);
    const { org, slug } = made[0] ?? assert.fail();
    await until(async () => {
      const answer = await org.state(slug, 'paused', { via: world.served() });
      return answer.status === 200 || undefined;
    }, 'the stop');
    assert.ok(since() < WORKS_AGAIN_WITHIN_MS, `it took ${since()} ms`);
    const { budget, state } = await agreed(world, org, slug);
    assert.deepEqual({ budget, state }, { budget: 44, state: 'paused' });
  });
});

function approve(org: Organization, id: unknown, sending: Sending) {
  const path = `/organizations/${org.slug}/queued-writes/${id}/approve`;
  return org.send('POST', path, undefined, { ...sending, cookie: org.people.owner.cookie });
}

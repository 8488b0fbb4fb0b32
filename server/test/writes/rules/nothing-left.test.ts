import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { exclude } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

/** A change that is asked for through a key, and how a person makes it themselves before it is approved. */
interface Overtaken {
  operation: string;
  /** Only the platform can tell, which is not asked for a preview. */
  unforetold?: true;
  /** What stands before anybody asks; what it answers is handed on. */
  prepare?(org: Organization, slug: string): Promise<string>;
  ask(org: Organization, slug: string, prepared: string): Promise<HttpAnswer>;
  overtake(org: Organization, slug: string, prepared: string): Promise<void>;
}

const asOwner = (org: Organization) => ({ cookie: org.people.owner.cookie });

async function undoneByAPerson(org: Organization, action: string): Promise<void> {
  const answer = await org.undo(action, asOwner(org));
  assert.equal(answer.status, 200, answer.text);
  await org.quiet();
}

const OVERTAKEN: Readonly<Record<string, Overtaken>> = {
  'an edit': {
    operation: 'update_campaign',
    ask: (org, slug) => org.patch(slug, { budget: 44, dry_run: false }),
    overtake: async (org, slug) => void (await org.edited(slug, { budget: 44 }, asOwner(org))),
  },
  'a stop': {
    operation: 'set_campaign_state',
    unforetold: true,
    ask: (org, slug) => org.state(slug, 'paused'),
    overtake: async (org, slug) => void (await org.moved(slug, 'paused', asOwner(org))),
  },
  'a start': {
    operation: 'set_campaign_state',
    prepare: (org, slug) => org.moved(slug, 'paused'),
    ask: (org, slug) => org.state(slug, 'live'),
    overtake: async (org, slug) => void (await org.moved(slug, 'live', asOwner(org))),
  },
  'negative keywords': {
    operation: 'add_negative_keywords',
    ask: (org, slug) => org.negatives(slug, ['free', 'jobs'], { dry_run: false }),
    overtake: async (org, slug) => {
      const answer = await org.negatives(slug, ['free', 'jobs'], { dry_run: false }, asOwner(org));
      assert.equal(answer.status, 200, answer.text);
    },
  },
  'a recommendation': {
    operation: 'apply_recommendation',
    prepare: (org, slug) => org.recommend(slug, exclude('free')),
    ask: (org, _slug, id) => org.apply(id),
    overtake: async (org, slug) => {
      const answer = await org.negatives(slug, ['free'], { dry_run: false }, asOwner(org));
      assert.equal(answer.status, 200, answer.text);
    },
  },
  'the undoing of an edit, though its value is there again': {
    operation: 'undo_action',
    prepare: async (org, slug) => String((await org.edited(slug, { budget: 44 })).action_id),
    ask: (org, _slug, action) => org.undo(action),
    async overtake(org, slug, action) {
      await undoneByAPerson(org, action);
      await org.edited(slug, { budget: 44 }, asOwner(org));
    },
  },
  'the undoing of a stop, though it was stopped again': {
    operation: 'undo_action',
    prepare: (org, slug) => org.moved(slug, 'paused'),
    ask: (org, _slug, action) => org.undo(action),
    async overtake(org, slug, action) {
      await undoneByAPerson(org, action);
      await org.moved(slug, 'paused', asOwner(org));
    },
  },
};

describe('an approved change of which nothing is left to do', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const refusalOf = async (org: Organization, id: string) => {
    const path = `/organizations/${org.slug}/queued-writes/${id}/preview`;
    const answer = await org.send('GET', path, undefined, asOwner(org));
    const { refusal } = z
      .looseObject({ refusal: z.looseObject({ message: z.string() }).nullable() })
      .parse(answer.json);
    return refusal?.message;
  };

  test('is tried for every change to what exists that may wait', () => {
    const tried = new Set(Object.values(OVERTAKEN).map(({ operation }) => operation));
    const waiting = operations.filter((one) => one.audience === 'everyone' && one.heldByApprovals);
    assert.deepEqual(
      waiting
        .filter(({ kind }) => kind !== 'start')
        .map(({ name }) => name)
        .toSorted(),
      [...tried].toSorted(),
    );
  });

  for (const [what, { prepare, ask, overtake, unforetold }] of Object.entries(OVERTAKEN)) {
    test(`${what}: it fails with the reason, which its preview tells where it can, and nothing is done`, async () => {
      const org = await writes.organization();
      const slug = await org.live({ budget: 40 });
      const prepared = (await prepare?.(org, slug)) ?? '';
      await org.requireApprovals(true);
      const id = held(await ask(org, slug, prepared));
      assert.equal(await refusalOf(org, id), undefined);
      await overtake(org, slug, prepared);
      await org.quiet();
      const [here, { total }, used] = [await org.campaign(slug), await org.log(), await org.writesUsed()];
      await writes.platform.forgetRequests();
      const foretold = await refusalOf(org, id);
      const answer = await org.decide(id, 'approve');
      assert.equal(answer.status, 200, answer.text);
      const { status, reason, result } = bodyOf(await org.queued(id));
      assert.equal(status, 'failed', JSON.stringify({ reason, result }));
      assert.match(String(reason), /^Nothing .*is left to /);
      assert.equal(foretold, unforetold ? undefined : reason);
      assert.deepEqual(
        [await org.campaign(slug), (await org.log()).total, await org.writesUsed()],
        [here, total, used],
      );
      assert.equal(await writes.platform.mutates(), 0);
      refused(await org.decide(id, 'approve'), 'already_applied');
    });
  }

  test('an undo that was asked for twice and approved twice happens once', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Asked for twice', budget: 40 });
    const launch = await org.moved(slug, 'live');
    await org.requireApprovals(true);
    const first = held(await org.undo(launch));
    const second = held(await org.undo(launch, { key: org.keys.owner.key }));
    assert.equal(bodyOf(await org.decide(first, 'approve')).status, 'approved');
    await org.quiet();
    await org.moved(slug, 'live', asOwner(org));
    const { status, reason } = bodyOf(await org.decide(second, 'approve'));
    assert.deepEqual([status, reason], ['failed', 'Nothing is left to restore: the action was undone before.']);
    assert.equal((await writes.platform.campaign('Asked for twice'))?.status, 'enabled');
  });
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { type BetweenLocks, startWatchedWorld } from '../between-locks.ts';
import { inDashboard } from '../deciding.ts';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';

const EDITS = 12;
const KEYWORDS = 100;
/** Each edit is kept with what was there before it, which is longer than this. */
const ONE_EDIT = 10_000;
const ON_BUDGETS = /\bbudget_lock\b/;

/** Dates an action as a process does whose clock is behind. */
const date = statement<[organizationId: number, id: string, at: Date], never>(
  'update action set at = $3 where organization_id = $1 and id = $2',
);
const dateDecisions = statement<[organizationId: number, id: string, at: Date], never>(
  'update decided_here set at = $3 where organization_id = $1 and action_id = $2',
);
const BEHIND_MS = 600_000;
/** Leaves an action as an undo does that has begun, and as one that failed. */
const beginUndo = statement<[organizationId: number, id: string], never>(
  `update action set undone_at = at, undo_status = 'in_progress' where organization_id = $1 and id = $2`,
);
const failUndo = statement<[organizationId: number, id: string], never>(
  `update action set undone_at = null, undo_status = 'failed' where organization_id = $1 and id = $2`,
);

describe('what was decided after an action that is undone', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let locks: BetweenLocks;
  let org: Organization;

  before(async () => {
    ({ writes, locks } = await startWatchedWorld(suite));
    org = await writes.organization();
  });

  async function decided(slug: string, changes: object): Promise<string> {
    return String((await org.edited(slug, changes)).action_id);
  }

  /** Undoes an action while something happens after it was checked. */
  async function undoneWhile(action: string, happens: () => Promise<unknown>) {
    locks.next(async () => void (await happens()));
    const answer = await org.undo(action);
    assert.ok(locks.hasHappened);
    return answer;
  }

  const longest = (asked: { length?: number }[]) => Math.max(...asked.map(({ length = 0 }) => length));

  test('is found without reading all of it where things are locked, also where a person approves the undo', async () => {
    const careful = await writes.organization();
    const slug = await careful.draft();
    const { action_id } = await careful.edited(slug, { name: 'Another name' });
    for (let edit = 0; edit < EDITS; edit += 1) {
      const keywords = Array.from({ length: KEYWORDS }, (_, n) => ({ text: `pipe ${edit} ${n}`, match_type: 'exact' }));
      await inDashboard('PUT', 'ads/{ad}/keywords', { keywords })({ writes, org: careful, slug });
    }
    await careful.requireApprovals(true);
    const waits: string[] = [];
    const asked = await locks.askedIn(async () => void waits.push(held(await careful.undo(action_id))));
    assert.ok(asked.length > 0 && longest(asked) < ONE_EDIT, `${longest(asked)} characters were read`);
    assert.deepEqual(
      asked.filter(({ text }) => ON_BUDGETS.test(text)),
      [],
    );
    const approved = await locks.askedIn(() => careful.decide(waits[0], 'approve'));
    assert.equal(await statusOf(careful, waits[0] ?? ''), 'approved');
    assert.ok(longest(approved) < ONE_EDIT, `${longest(approved)} characters were read`);
  });

  test('stands where it was decided after the check', async () => {
    const slug = await org.draft({ budget: 40 });
    const action = await decided(slug, { budget: 36 });
    const answer = await undoneWhile(action, async () => {
      await decided(slug, { budget: 40 });
      await decided(slug, { budget: 36 });
    });
    refused(answer, 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 36);
  });

  test('stands where a process whose clock is behind decided it after the check', async () => {
    const slug = await org.draft({ budget: 40 });
    const action = await decided(slug, { budget: 36 });
    await writes.turn({ minutes: 30 });
    await decided(slug, { name: 'Somewhat later' });
    const answer = await undoneWhile(action, async () => {
      for (const budget of [40, 36]) {
        const later = await decided(slug, { budget });
        const at = new Date(writes.clock.now() - BEHIND_MS);
        for (const one of [date, dateDecisions]) await org.tenancy.db.execute(one, org.id, later, at);
      }
    });
    refused(answer, 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 36);
  });

  test('is undone with it where that was undone after the check', async () => {
    const slug = await org.draft({ budget: 40, target_cpa: '10.00' });
    const action = await decided(slug, { budget: 36, target_cpa: 9 });
    const later = [await decided(slug, { budget: 40 }), await decided(slug, { budget: 36 })];
    const answer = await undoneWhile(action, async () => {
      for (const one of later.toReversed()) await org.undone(one);
    });
    assert.equal(answer.status, 200, answer.text);
    const { budget, target_cpa } = await org.campaign(slug);
    assert.deepEqual([budget, target_cpa], [40, 10], answer.text);
  });

  test('stands where its undoing failed after the check', async () => {
    const slug = await org.draft({ budget: 40 });
    const action = await decided(slug, { budget: 36 });
    const later = [await decided(slug, { budget: 40 }), await decided(slug, { budget: 36 })];
    for (const one of later) await org.tenancy.db.execute(beginUndo, org.id, one);
    const answer = await undoneWhile(action, async () => {
      for (const one of later) await org.tenancy.db.execute(failUndo, org.id, one);
    });
    refused(answer, 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 36);
  });

  test('stands where one of several who decided it was undone after the check', async () => {
    const slug = await org.draft({ budget: 40, target_cpa: '10.00' });
    const action = await decided(slug, { budget: 36, target_cpa: 9 });
    await decided(slug, { budget: 40 });
    await decided(slug, { budget: 36 });
    await decided(slug, { budget: 38 });
    const last = await decided(slug, { budget: 36 });
    const answer = await undoneWhile(action, () => org.tenancy.db.execute(beginUndo, org.id, last));
    assert.equal(answer.status, 200, answer.text);
    const { budget, target_cpa } = await org.campaign(slug);
    assert.deepEqual([budget, target_cpa], [36, 10], answer.text);
  });
});

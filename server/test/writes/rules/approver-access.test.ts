import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { refused } from '../answers.ts';
import { held, statusOf, waiting } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { arrange, writesThat } from '../samples.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';

/** Long enough for an approval to have found its campaign busy. */
const FOUND_BUSY_MS = 1_000;
/** Long enough for a request to wait for a row, and less than such requests wait. */
const WAITS_MS = 350;

const busy = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from campaign where organization_id = $1 and pending_action is not null',
);

/** How somebody ceases to be one who may decide. */
const LOSSES = {
  removed: (org: Organization) => org.send('DELETE', adminOf(org), undefined, { cookie: org.people.owner.cookie }),
  demoted: (org: Organization) =>
    org.send('PUT', adminOf(org), { role: 'member' }, { cookie: org.people.owner.cookie }),
};

function adminOf(org: Organization): string {
  return `/organizations/${org.slug}/members/${org.people.admin.id}`;
}

describe('whoever decides on a queued write', () => {
  test('must still be allowed to when it is executed: every guarded write, held and approved by somebody who lost that meanwhile', async (t) => {
    const writes = await startWorld(t);
    // What makes something new waits for no earlier change.
    const waiting = writesThat(({ heldByApprovals, kind }) => heldByApprovals && kind === 'write');
    const cases = waiting.flatMap((name) => Object.entries(LOSSES).map(([loss, lose]) => ({ name, loss, lose })));
    assert.ok(cases.length >= 8);
    const held = await Promise.all(
      cases.map((one) => heldBusy(writes, one.name).then((made) => ({ ...one, ...made }))),
    );
    await writes.stopWork();
    const results = held.map(async ({ name, loss, lose, org, slug, id }) => {
      const edit = org.edited(slug, { target_cpa: 9.5 }, { cookie: org.people.owner.cookie });
      await until(async () => (await writes.database.row(busy, org.id))?.count === 1 || undefined, 'what was begun');
      const { total } = await org.log();
      const approval = org.decide(id, 'approve', org.people.admin);
      await sleep(FOUND_BUSY_MS);
      const lost = await lose(org);
      assert.equal(lost.status, 200, lost.text);
      return { name, loss, org, id, total, edit, approval };
    });
    const waited = await Promise.all(results);
    const workers = await work(writes.service);
    t.after(() => workers.stop());
    for (const { name, loss, org, id, total, edit, approval } of waited) {
      const about = `${name}, ${loss}`;
      refused(await approval, 'role_denied', { required_role: 'admin' });
      await edit;
      const queued = bodyOf(await org.queued(id, { key: org.keys.owner.key }));
      assert.deepEqual([queued.status, queued.decided_at], ['pending', null], about);
      const { total: after, actions } = await org.log();
      assert.equal(after, total, about);
      assert.ok(
        actions.every(({ undone }) => undone === false),
        about,
      );
      const approved = await org.decide(id, 'approve');
      assert.equal(bodyOf(approved).status, 'approved', `${about}: ${approved.text}`);
    }
  });

  test('a member may not decide, nor somebody of another organization', async (t) => {
    const writes = await startWorld(t);
    const { org, id } = await waiting(writes);
    const other = await writes.organization();
    for (const decision of ['approve', 'reject'] as const) {
      refused(await org.decide(id, decision, org.people.member), 'role_denied');
      refused(await org.decide(id, decision, other.people.owner), 'org_access_denied');
      refused(await other.decide(id, decision), 'not_found');
    }
    assert.equal(await statusOf(org, id), 'pending');
    assert.equal((await org.decide(id, 'approve', org.people.admin)).status, 200);
  });

  test('cannot make it fail either once that is lost', async (t) => {
    const writes = await startWorld(t);
    for (const lose of Object.values(LOSSES)) {
      const { org, id } = await waiting(writes);
      // Its requester is the admin, whose access goes as well: nobody may conclude from that that it failed.
      const [approval, lost] = await Promise.all([org.decide(id, 'approve', org.people.admin), lose(org)]);
      assert.equal(lost.status, 200, lost.text);
      const { status } = bodyOf(await org.queued(id, { key: org.keys.owner.key }));
      if (approval.status === 200) assert.equal(bodyOf(approval).status, status);
      else assert.equal(status, 'pending', approval.text);
    }
  });

  test('cannot be removed between being asked and the rejection', async (t) => {
    const writes = await startWorld(t);
    const { org, id } = await waiting(writes);
    const order: string[] = [];
    const under = async (what: string, work: Promise<{ status: number; text: string }>) => {
      const { status, text } = await work;
      assert.equal(status, 200, text);
      order.push(what);
    };
    let both: Promise<unknown> | undefined;
    await writes.database.transaction(async (db) => {
      await db.rows(lockQueued, org.id, id);
      const rejected = under('rejected', org.decide(id, 'reject', org.people.admin));
      await sleep(WAITS_MS);
      both = Promise.all([rejected, under('removed', LOSSES.removed(org))]);
      await sleep(WAITS_MS);
      order.push('released');
    });
    await both;
    assert.deepEqual(order, ['released', 'rejected', 'removed']);
  });
});

const lockQueued = statement<[organizationId: number, id: string], object>(
  'select id from queued_write where organization_id = $1 and id = $2 for update',
);

/** A change that waits for a person, asked for through the Owner's key. */
async function heldBusy(writes: Writes, name: string) {
  const org = await writes.organization();
  const { slug, send } = await arrange(name, org);
  await org.requireApprovals(true);
  const id = held(await send({ key: org.keys.owner.key }));
  return { org, slug, id };
}

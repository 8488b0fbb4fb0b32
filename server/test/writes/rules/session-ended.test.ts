import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf } from '../organization.ts';
import { arrange } from '../samples.ts';
import { startWorld } from '../world.ts';

/** Long enough for a change to have found its campaign busy. */
const FOUND_BUSY_MS = 1_000;

const busy = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from campaign where organization_id = $1 and pending_action is not null',
);

describe('a session that ended', () => {
  test('makes and approves no change that was still waiting for its turn', async (t) => {
    const writes = await startWorld(t);
    const org = await writes.organization();
    const { slug, send } = await arrange('update_campaign', org);
    await org.requireApprovals(true);
    const id = held(await send({ key: org.keys.owner.key }));
    await writes.stopWork();
    const { cookie } = org.people.admin;
    const first = org.edited(slug, { target_cpa: 9.5 }, { cookie: org.people.owner.cookie });
    while ((await writes.database.row(busy, org.id))?.count !== 1) await sleep(20);
    const { total } = await org.log();
    const edit = org.patch(slug, { target_cpa: 9.75, dry_run: false }, { cookie });
    const approval = org.decide(id, 'approve', org.people.admin);
    await sleep(FOUND_BUSY_MS);
    const ended = await org.send('POST', '/sign-out', {}, { cookie });
    assert.equal(ended.status, 200, ended.text);
    await writes.startProcess();
    refused(await edit, 'unauthorized');
    refused(await approval, 'unauthorized');
    await first;
    assert.equal((await org.log()).total, total);
    assert.equal(bodyOf(await org.queued(id, { key: org.keys.owner.key })).status, 'pending');
  });
});

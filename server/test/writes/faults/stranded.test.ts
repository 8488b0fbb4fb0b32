import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Statement, statement } from '../../../src/base/database.ts';
import { tidyWrites } from '../../../src/writes/tidy-writes.task.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import { bodyOf } from '../organization.ts';
import { until } from '../patience.ts';
import { work } from '../work.ts';
import { startWorld } from '../world.ts';
import { agreed } from './agreed.ts';

const OF_CHANGE = `organization_id = $1 and type = 'apply_change' and status = 'queued'`;
const loseTask = {
  'whose task came to nothing': statement<[organizationId: number], never>(`
    update task set status = 'failed', error_reason = 'task_error', error_message = 'lost', finished_at = created_at
    where ${OF_CHANGE}`),
  // Tenant tables that are distributed commit before the local ones: a crash in between leaves an action alone.
  'that never got a task': statement<[organizationId: number], never>(`delete from task where ${OF_CHANGE}`),
};

for (const [kind, lose] of Object.entries(loseTask)) {
  test(`an action ${kind} does not keep its campaign waiting`, (t) => strandedIsFound(t, lose));
}

test('an approved change that never got a task does not stay pending for ever', async (t) => {
  const writes = await startWorld(t, { works: false });
  const organization = await writes.organization();
  const workers = await work(writes.service);
  const slug = await organization.live({ budget: 40 });
  await organization.quiet();
  await workers.stop();
  await organization.requireApprovals(true);
  const id = held(await organization.patch(slug, { budget: 44, dry_run: false }));
  const approval = organization.decide(id, 'approve');
  while ((await writes.database.execute(loseTask['that never got a task'], organization.id)) === 0) await sleep(10);
  await writes.turn({ hours: 1 });
  await writes.service.services.tasks.enqueue(writes.database, {
    organizationId: null,
    type: tidyWrites.type,
    payload: {},
  });
  const again = await work(writes.service);
  t.after(() => again.stop());
  await approval;
  await until(async () => bodyOf(await organization.queued(id)).status === 'failed' || undefined, 'the queued write');
  assert.equal((await agreed(writes, organization, slug)).budget, 40);
});

async function strandedIsFound(t: TestContext, lose: Statement<[organizationId: number], never>): Promise<void> {
  const writes = await startWorld(t, { works: false });
  const organization = await writes.organization();
  const workers = await work(writes.service);
  const slug = await organization.live({ budget: 40 });
  await organization.quiet();
  await workers.stop();
  const used = await organization.writesUsed();
  const answer = organization.patch(slug, { budget: 44, dry_run: false });
  while ((await writes.database.execute(lose, organization.id)) === 0) await sleep(10);
  await writes.turn({ hours: 1 });
  const { services } = writes.service;
  const tidied = await services.tasks.enqueue(writes.database, {
    organizationId: null,
    type: tidyWrites.type,
    payload: {},
  });
  const again = await work(writes.service);
  t.after(() => again.stop());
  refused(await answer, 'ad_platform_unavailable');
  assert.ok(tidied > 0);
  assert.equal((await agreed(writes, organization, slug)).budget, 40);
  assert.equal(await organization.writesUsed(), used);
  await organization.edited(slug, { budget: 44 });
}

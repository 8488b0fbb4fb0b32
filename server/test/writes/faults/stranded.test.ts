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

const OF_CHANGE = `organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'`;
const loseTask = {
  'whose task came to nothing': statement<[organizationId: number], never>(`
    update task set status = 'failed', error_reason = 'task_error', error_message = 'lost', finished_at = created_at
    where ${OF_CHANGE}`),
  // Tenant tables that are distributed commit before the local ones: a crash in between leaves an action alone.
  'that never got a task': statement<[organizationId: number], never>(`delete from task where ${OF_CHANGE}`),
};

const garble = statement<[organizationId: number], never>(`
  update action set steps = replace(steps::text, '"op": "', '"op": "no_')::jsonb
  where organization_id = $1 and status = 'in_progress'`);
const endOf = statement<[type: string], { status: string }>(
  'select status from task where type = $1 and finished_at is not null order by task_tracking_id desc limit 1',
);

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

test('one that cannot be given up keeps no other from it', async (t) => {
  const writes = await startWorld(t, { works: false });
  const organizations = [await writes.organization(), await writes.organization(), await writes.organization()];
  const workers = await work(writes.service);
  const slugs = await Promise.all(organizations.map((organization) => organization.live({ budget: 40 })));
  await workers.stop();
  const answers = organizations.map((organization, index) =>
    organization.patch(slugs[index] ?? '', { budget: 44, dry_run: false }),
  );
  for (const { id } of organizations) {
    while ((await writes.database.execute(loseTask['that never got a task'], id)) === 0) await sleep(10);
  }
  const [broken, ...others] = organizations;
  await writes.database.execute(garble, broken?.id ?? 0);
  await writes.turn({ hours: 1 });
  const { tasks } = writes.service.services;
  await tasks.enqueue(writes.database, { organizationId: null, type: tidyWrites.type, payload: {} });
  const again = await work(writes.service);
  t.after(() => again.stop());
  await until(async () => (await writes.database.row(endOf, tidyWrites.type))?.status ?? undefined, 'the tidying');
  assert.equal((await writes.database.row(endOf, tidyWrites.type))?.status, 'completed');
  for (const organization of others) assert.equal((await organization.log()).actions[0]?.status, 'failed');
  await Promise.allSettled(answers);
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

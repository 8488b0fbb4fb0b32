import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { allTasks } from '../../catalogue.ts';
import { statement } from '../../src/base/database.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { figureWorld } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { startService } from '../harness/service.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { QUICK } from '../tasks/world.ts';

/** A Wednesday: the last complete week is that of 2 to 8 March 2026. */
const NOW = '2026-03-11T10:00:00.000Z';
const PATIENCE_MS = 60_000;

const setOrganization = statement<[id: number, name: string, currency: string], never>(
  'update organization set name = $2, currency = $3 where id = $1',
);
const setTarget = statement<[organizationId: number, slug: string, target: string, budget: string], never>(
  'update campaign set target_cpa = $3, budget = $4 where organization_id = $1 and slug = $2',
);
const setName = statement<[organizationId: number, slug: string, name: string, type: string], never>(
  'update campaign set name = $3, type = $4 where organization_id = $1 and slug = $2',
);
const setAccount = statement<[organizationId: number, status: string, zone: string, syncedAt: string | null], never>(
  'update ad_account set status = $2, time_zone = $3, days_synced_at = $4 where organization_id = $1',
);
const taskState = statement<
  [id: number],
  { status: string; error_reason: string | null; error_message: string | null }
>('select status, error_reason, error_message from task where task_tracking_id = $1');

const started = z.strictObject({
  task_tracking_id: z.int(),
  status: z.literal('queued'),
  report: z.string(),
  url: z.string(),
});
const report = z.strictObject({ id: z.string(), type: z.string(), generated_at: z.string(), markdown: z.string() });

export type ReportWorld = Awaited<ReturnType<typeof reportWorld>>;

/** A service with the organization `shop`, its Owner, campaigns c1, c2, … and a linked account. */
export async function reportWorld(
  t: Cleaned,
  { campaigns = 2, now = NOW, writer }: { campaigns?: number; now?: string; writer?: Writer } = {},
) {
  const service = await startService(t, {
    clock: new TurnableClock(now),
    config: { rateLimitPerMinute: 1_000_000 },
    adapters: { writer },
  });
  const shop = await figureWorld(service.database, 'shop', campaigns);
  const { organizationId } = shop;
  const organization = { id: organizationId, slug: 'shop' };
  const { owner } = service.world.people;
  await service.world.addMember(organization, owner, 'owner');
  const { key } = await service.world.addKey({ organization });
  await service.database.execute(setAccount, organizationId, 'linked', 'UTC', now);
  const finish = (id: number) => finished(service, id);
  const post = async (path: string, options: { headers?: Record<string, string> } = {}) =>
    service.call('POST', `/v1/organizations/shop/${path}`, { key, ...options });
  const get = (path: string) => service.call('GET', `/v1/organizations/shop/${path}`, { key });
  const dashboard = (path: string) =>
    service.call('POST', `/dashboard/v1/organizations/shop/${path}`, { cookie: owner.cookie });
  return {
    ...shop,
    service,
    key,
    organization,
    owner,
    post,
    get,
    dashboard,
    finish,
    name: (name: string, currency: string) => service.database.execute(setOrganization, organizationId, name, currency),
    target: (slug: string, target: string, budget = '50') =>
      service.database.execute(setTarget, organizationId, slug, target, budget),
    rename: (slug: string, name: string, type = 'prospecting') =>
      service.database.execute(setName, organizationId, slug, name, type),
    account: (status: string, { zone = 'UTC', syncedAt = now }: { zone?: string; syncedAt?: string | null } = {}) =>
      service.database.execute(setAccount, organizationId, status, zone, syncedAt),
    /** Starts a report, lets a worker write it and reads it. */
    async write(type = 'weekly') {
      const answer = type === 'weekly' ? await post('reports/weekly') : await dashboard(`reports/${type}/make`);
      assert.equal(answer.status, 202, answer.text);
      const { task_tracking_id, report: id } = started.parse(answer.json);
      const task = await finish(task_tracking_id);
      assert.equal(task.status, 'completed', JSON.stringify(task));
      const read = report.parse((await get(`reports/${type}/${id}`)).json);
      assert.equal(read.id, id);
      return read;
    },
  };
}

async function finished({ service, database }: Awaited<ReturnType<typeof startService>>, id: number) {
  const runner = await startRunner({ services: service.services, tasks: allTasks, schedule: [], timing: QUICK });
  try {
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(20)) {
      const task = await database.row(taskState, id);
      if (task && ['completed', 'failed'].includes(task.status)) return task;
      assert.ok(Date.now() < until, `task ${id} took too long`);
    }
  } finally {
    await runner.stop({ graceMs: 1_000 });
  }
}

/** The days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import type { SiteReader } from '../../src/ports/site-reader.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { eventually } from './world.ts';

const beginAnalysis = statement<[organizationId: number, at: Date], never>(`
  insert into business_profile (organization_id, url, brand_name, description, status, updated_at)
  values ($1, 'https://slow.example/', '', '', 'analysing', $2)
  on conflict (organization_id) do update set status = 'analysing'`);
const readings = statement<[], { organization_id: number; held: number }>(`
  select organization_id, count(*)::integer as held from task
  where type = 'analyse_website' and status = 'running' group by 1`);
const payloadOf = statement<[id: number], { status: string; payload: unknown }>(
  'select status, payload from task where task_tracking_id = $1',
);
const statusOf = statement<[id: number], { status: string }>('select status from task where task_tracking_id = $1');

describe('a site that answers slowly', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    const siteReader: SiteReader = {
      async read({ signal }) {
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      },
    };
    service = await startService(suite, { config: { taskConcurrency: 4 }, adapters: { siteReader } });
    const workers = await service.service.work();
    suite.after(() => workers.stop({ graceMs: 0 }));
  });

  test('holds some places of the organization that reads it, and leaves others to everybody else', async () => {
    const { harbor } = service.world;
    await readSlowly(harbor.id, 8);
    await eventually('the readings', async () => ((await heldBy(harbor.id)) >= 2 ? true : undefined));
    const other = await enqueue('forget_stale_sign_ins', {}, null);
    await eventually('work of nobody', async () => {
      const row = await service.database.row(statusOf, other);
      return row?.status === 'completed' ? true : undefined;
    });
    assert.ok((await heldBy(harbor.id)) <= 3, 'its share, and at most what one look takes more');
  });

  test('holds up no mail, even when the readings of several organizations take every place', async () => {
    const { harbor, orchard } = service.world;
    await readSlowly(orchard.id, 8);
    await eventually('every place', async () =>
      (await heldBy(harbor.id)) + (await heldBy(orchard.id)) === 4 ? true : undefined,
    );
    await enqueue('send_password_reset', { email: service.world.people.owner.email }, null);
    await eventually('the letter', async () => (service.sent.length > 0 ? true : undefined));
  });

  test('the link of a letter that opens a door is not kept once it was sent', async () => {
    const letter = {
      to: 'guest@people.example',
      subject: 'Join us',
      text: 'Come: https://app.example/join/aA9_.-x and welcome',
    };
    const id = await enqueue('send_email', letter, null);
    const payload = await eventually('the letter', async () => {
      const row = await service.database.row(payloadOf, id);
      return row?.status === 'completed' ? row.payload : undefined;
    });
    assert.deepEqual(payload, { ...letter, text: 'Come: https://app.example/join/[redacted] and welcome' });
    assert.ok(service.sent.some(({ text }) => text === letter.text));
  });

  async function readSlowly(organizationId: number, times: number): Promise<void> {
    await service.database.execute(beginAnalysis, organizationId, new Date(service.clock.now()));
    for (let i = 0; i < times; i += 1)
      await enqueue('analyse_website', { url: 'https://slow.example/' }, organizationId);
  }

  function enqueue(type: string, payload: object, organizationId: number | null): Promise<number> {
    const { tasks } = service.service.services;
    return tasks.enqueue(service.database, { type, payload: { ...payload }, organizationId });
  }

  async function heldBy(organizationId: number): Promise<number> {
    const rows = await service.database.rows(readings);
    return rows.find((row) => row.organization_id === organizationId)?.held ?? 0;
  }
});

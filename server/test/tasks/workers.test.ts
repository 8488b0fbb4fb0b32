import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { dayAt } from '../../src/base/days.ts';
import type { SiteReader } from '../../src/ports/site-reader.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { lastPeriod } from '../../src/reports/report-types.ts';
import { queueReport } from '../../src/reports/start-report.ts';
import { platformAt } from '../harness/ad-platform.ts';
import type { Cleaned } from '../harness/database.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import type { SeededOrganization } from '../harness/world-people.ts';
import { addAccount, addStrategy } from '../harness/world-records.ts';
import { eventually } from './world.ts';

const CONCURRENCY = 4;
const PLACES_FOR_WEBSITES = 12;
const READINGS_OF_ONE = 2;

const beginAnalysis = statement<[organizationId: number, at: Date], never>(`
  insert into business_profile (organization_id, url, brand_name, description, status, updated_at)
  values ($1, 'https://slow.example/', '', '', 'analysing', $2)
  on conflict (organization_id) do update set status = 'analysing'`);
const runningOf = statement<[type: string], { organization_id: number; held: number }>(`
  select organization_id, count(*)::integer as held from task where type = $1 and status = 'running' group by 1`);
const taskOf = statement<[id: number], { status: string; payload: unknown; type: string }>(
  'select status, payload, type from task where task_tracking_id = $1',
);

describe('work that waits for somebody else’s host', () => {
  const suite = wholeSuite();
  const own = { writerAnswers: true };
  let service: RunningService;
  let organizations: SeededOrganization[];

  before(async () => {
    const origin = await neverAnswering(suite);
    const clock = new TurnableClock();
    service = await startService(suite, {
      clock,
      config: { taskConcurrency: CONCURRENCY },
      adapters: { siteReader, adPlatform: platformAt(origin, clock), writer: writerThat(own) },
    });
    const { harbor, orchard, addOrganization } = service.world;
    organizations = [harbor, orchard];
    for (let i = 3; i <= 6; i += 1) organizations.push(await addOrganization(`slow-${i}`));
    const workers = await service.service.work();
    suite.after(() => workers.stop({ graceMs: 0 }));
  });

  test('a slow site holds the share of the organization that reads it, and leaves places to those of others', async () => {
    const { harbor, orchard } = service.world;
    await readSlowly(harbor, 8);
    await readSlowly(orchard, 1);
    await holding('analyse_website', READINGS_OF_ONE + 1);
    assert.equal(await heldBy(harbor, 'analyse_website'), READINGS_OF_ONE);
  });

  test('where slow sites hold every place for websites, nothing that reads none waits for them', async () => {
    for (const organization of organizations) await readSlowly(organization, READINGS_OF_ONE);
    await holding('analyse_website', PLACES_FOR_WEBSITES);
    const neighbour = await service.world.addOrganization('neighbour');
    const others = [
      await report(neighbour),
      await strategy(neighbour),
      await enqueue('sync_account', { account_id: '1' }, neighbour),
      await enqueue('tidy_writes', {}),
    ];
    for (const id of others) await ended(id);
    assert.equal(await held('analyse_website'), PLACES_FOR_WEBSITES);
  });

  test('nor does a letter', async () => {
    await enqueue('send_password_reset', { email: service.world.people.owner.email });
    await eventually('the letter', async () => (service.sent.length > 0 ? true : undefined));
  });

  test('where a platform that does not answer holds every place for syncs, reports, strategies and tidying go on', async () => {
    const { harbor, orchard } = service.world;
    for (const organization of [harbor, orchard, harbor, orchard]) await sync(organization);
    await holding('sync_account', CONCURRENCY);
    const neighbour = await service.world.addOrganization('another-neighbour');
    for (const id of [await report(neighbour), await strategy(neighbour), await enqueue('tidy_audit', {})]) {
      await ended(id);
    }
    assert.equal(await held('sync_account'), CONCURRENCY);
  });

  test('where a language model that does not answer holds every place for documents, tidying goes on', async () => {
    own.writerAnswers = false;
    // One organization has one document written at a time.
    for (let i = 0; i < CONCURRENCY; i += 1) {
      const organization = await service.world.addOrganization(`has-documents-${i}`);
      await report(organization);
      await strategy(organization);
    }
    await eventually('every place', async () =>
      (await held('generate_report')) + (await held('generate_strategy')) === CONCURRENCY ? true : undefined,
    );
    await ended(await enqueue('forget_stale_sign_ins', {}));
  });

  test('the link of a letter that opens a door is not kept once it was sent', async () => {
    const letter = {
      to: 'guest@people.example',
      subject: 'Join us',
      text: 'Come: https://app.example/join/aA9_.-x and welcome',
    };
    const { payload } = await ended(await enqueue('send_email', letter));
    assert.deepEqual(payload, { ...letter, text: 'Come: https://app.example/join/[redacted] and welcome' });
    assert.ok(service.sent.some(({ text }) => text === letter.text));
  });

  async function readSlowly(organization: SeededOrganization, times: number): Promise<void> {
    await service.database.execute(beginAnalysis, organization.id, new Date(service.clock.now()));
    for (let i = 0; i < times; i += 1) await enqueue('analyse_website', { url: 'https://slow.example/' }, organization);
  }

  async function sync(organization: SeededOrganization): Promise<void> {
    const { database, clock, world } = service;
    const vault = service.service.services.tokenVault;
    const person = organization === world.harbor ? world.people.owner : world.people.stranger;
    const account = await addAccount({ database, clock, vault, harbor: organization }, person);
    await enqueue('sync_account', { account_id: account }, organization);
  }

  async function report({ id: organizationId }: SeededOrganization): Promise<number> {
    const { service: running, database: db, clock } = service;
    const asked = { type: 'weekly', period: lastPeriod('weekly', dayAt(clock.now())), requestedBy: null } as const;
    return (await queueReport(running.services, { organizationId, db }, asked)).task;
  }

  async function strategy(organization: SeededOrganization): Promise<number> {
    const { database: db, clock } = service;
    const id = await addStrategy({ organizationId: organization.id, db }, clock.now());
    return enqueue('generate_strategy', { strategy_id: id }, organization);
  }

  function enqueue(type: string, payload: object, organization?: SeededOrganization): Promise<number> {
    const { tasks } = service.service.services;
    return tasks.enqueue(service.database, { type, payload: { ...payload }, organizationId: organization?.id ?? null });
  }

  async function ended(id: number): Promise<{ payload: unknown }> {
    return eventually(`the end of task ${id}`, async () => {
      const row = await service.database.row(taskOf, id);
      return row?.status === 'completed' || row?.status === 'failed' ? row : undefined;
    });
  }

  function holding(type: string, places: number): Promise<true> {
    return eventually(`${places} of ${type}`, async () => ((await held(type)) === places ? true : undefined));
  }

  async function held(type: string): Promise<number> {
    return (await service.database.rows(runningOf, type)).reduce((sum, row) => sum + row.held, 0);
  }

  async function heldBy({ id }: SeededOrganization, type: string): Promise<number> {
    const rows = await service.database.rows(runningOf, type);
    return rows.find((row) => row.organization_id === id)?.held ?? 0;
  }
});

const siteReader: SiteReader = { read: ({ signal }) => untilAborted(signal) };

function writerThat(own: { writerAnswers: boolean }): Writer {
  return {
    phrase: async () => ({ headlines: [], descriptions: [] }),
    reword: async ({ texts }, signal) => (own.writerAnswers || !signal ? [...texts] : untilAborted(signal)),
  };
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** Takes every request and answers none. */
async function neverAnswering(t: Cleaned): Promise<string> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return `http://127.0.0.1:${address.port}`;
}

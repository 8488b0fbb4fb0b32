import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { allTasks } from '../../catalogue.ts';
import { statement } from '../../src/base/database.ts';
import { type Runner, startRunner } from '../../src/tasks/runner.ts';
import { type Emulator, startEmulator } from '../adapters/google-ads/emulator.ts';
import { platformAt, testVault } from '../harness/ad-platform.ts';
import type { HttpAnswer } from '../harness/client.ts';
import type { Cleaned } from '../harness/database.ts';
import { type RunningService, startService } from '../harness/service.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import type { Person, SeededOrganization } from '../harness/world-people.ts';
import { QUICK } from '../tasks/world.ts';

export const ACME = '1000000001';
export const GLOBEX = '1000000002';
export const OLIVIA = 'olivia@demo.test';

const DASHBOARD = '/dashboard/v1';
const NOON_UTC = 17;
const DAY_MS = 86_400_000;

const setCurrency = statement<[organizationId: number, currency: string], never>(
  'update organization set currency = $2 where id = $1',
);
const storedTask = statement<[id: number], StoredTask>(`
  select status, error_reason, error_message, result::text as result, retries, not_before from task
  where task_tracking_id = $1`);

/** A task as it is kept. */
export interface StoredTask {
  status: string;
  error_reason: string | null;
  error_message: string | null;
  result: string | null;
  retries: number;
  not_before: string | null;
}

export type World = Awaited<ReturnType<typeof accountWorld>>;

/** An emulator at which it is noon in New York, so that no day ends or is reported late while a test runs. */
export async function noonEmulator(more: readonly string[] = []): Promise<Emulator> {
  const emulator = await startEmulator(more);
  const now = Date.now();
  const noon = new Date(now).setUTCHours(NOON_UTC, 0, 0, 0);
  const ahead = (noon > now ? noon : noon + DAY_MS) - now;
  await emulator.control('clock', { advance_seconds: Math.ceil(ahead / 1000) });
  return emulator;
}

/** The whole service on an emulator, with an organization in dollars that has an Owner. */
export async function accountWorld(t: Cleaned, shared?: Emulator, limits: Parameters<typeof platformAt>[3] = {}) {
  const emulator = shared ?? (await noonEmulator());
  const clock = new TurnableClock(await emulatorTime(emulator));
  const vaultKey = randomBytes(32);
  const adPlatform = platformAt(emulator.origin, clock, undefined, limits);
  const service = await startService(t, { clock, adapters: { adPlatform, tokenVault: testVault(vaultKey) } });
  if (!shared) t.after(() => emulator.stop());
  const acme = await service.world.addOrganization('acme');
  await service.database.execute(setCurrency, acme.id, 'USD');
  const { owner } = service.world.people;
  await service.world.addMember(acme, owner, 'owner');
  return { ...service, ...callsOf(service, emulator, acme, owner), emulator, acme, owner, clock, vaultKey };
}

async function emulatorTime({ origin }: Emulator): Promise<string> {
  const response = await fetch(`${origin}/_emulator/state`);
  return z.object({ now: z.string() }).parse(await response.json()).now;
}

function callsOf(service: RunningService, emulator: Emulator, acme: SeededOrganization, owner: Person) {
  const dashboard = (method: string, path: string, options: { body?: unknown; cookie?: string } = {}) =>
    service.call(method, `${DASHBOARD}${path}`, { cookie: owner.cookie, ...options });
  const authorizeUrl = async (cookie = owner.cookie, body: object = {}) => {
    const begun = await dashboard('POST', `/organizations/${acme.slug}/ad-connections`, { body, cookie });
    assert.equal(begun.status, 200, begun.text);
    return z.object({ authorize_url: z.string() }).parse(begun.json).authorize_url;
  };
  const connect = async (login = OLIVIA): Promise<HttpAnswer> =>
    dashboard('GET', await allow(await authorizeUrl(), login));
  const select = async (accountId: string): Promise<number> => {
    const body = { account_id: accountId };
    const answer = await dashboard('POST', `/organizations/${acme.slug}/ad-accounts`, { body });
    assert.equal(answer.status, 202, answer.text);
    return z.object({ task_tracking_id: z.int() }).parse(answer.json).task_tracking_id;
  };
  const taskOf = async (id: number) => {
    const row = await service.database.row(storedTask, id);
    assert.ok(row, `task ${id}`);
    return row;
  };
  return {
    dashboard,
    authorizeUrl,
    connect,
    select,
    /** Lets a worker run until the task is finished or waits to be tried again. */
    async settle(id: number): Promise<StoredTask> {
      const runner = await worker(service);
      try {
        return await reaching(taskOf, id, (task) => isFinished(task) || task.not_before !== null);
      } finally {
        await runner.stop({ graceMs: 1_000 });
      }
    },
    /** Lets a worker run until the tasks are finished. */
    async finish(...ids: number[]): Promise<StoredTask[]> {
      const runner = await worker(service);
      try {
        return await Promise.all(ids.map((id) => reaching(taskOf, id, isFinished)));
      } finally {
        await runner.stop({ graceMs: 1_000 });
      }
    },
    taskOf,
    queueSync: () =>
      service.service.services.tasks.enqueue(service.database, {
        organizationId: acme.id,
        type: 'sync_account',
        payload: { account_id: ACME },
        onlyOne: `sync_account:${ACME}`,
      }),
    /** Turns both clocks. */
    async turn(time: { hours?: number; minutes?: number }): Promise<void> {
      const { hours = 0, minutes = 0 } = time;
      service.clock.turn(time);
      await emulator.control('clock', { advance_seconds: (hours * 60 + minutes) * 60 });
    },
    edit: (campaign: string, field: string, value: string | number) =>
      emulator.control('external-edit', { customer_id: ACME, campaign, field, value }),
    /** Asks the emulator itself. */
    async asks(path: string): Promise<unknown> {
      const response = await fetch(`${emulator.origin}/_emulator/${path}`);
      assert.ok(response.ok, path);
      return response.json();
    },
  };
}

const PATIENCE_MS = 120_000;

/** Waits until something is true of a task. */
async function reaching(
  taskOf: (id: number) => Promise<StoredTask>,
  id: number,
  holds: (task: StoredTask) => boolean,
): Promise<StoredTask> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const task = await taskOf(id);
    if (holds(task)) return task;
    assert.ok(Date.now() < until, `waited too long for task ${id}: ${JSON.stringify(task)}`);
    await sleep(20);
  }
}

function isFinished({ status }: StoredTask): boolean {
  return status === 'completed' || status === 'failed';
}

/** A worker that looks around often. */
export function worker({ service }: RunningService): Promise<Runner> {
  return startRunner({ services: service.services, tasks: allTasks, schedule: [], timing: QUICK });
}

/** The person allows access at the platform; where the browser comes back to, below the dashboard's prefix. */
export async function allow(authorizeUrl: string, login: string): Promise<string> {
  const url = new URL(authorizeUrl);
  url.searchParams.set('login_hint', login);
  const response = await fetch(url, { redirect: 'manual', headers: { 'x-emulator-auto-approve': '1' } });
  const back = new URL(response.headers.get('location') ?? '');
  assert.equal(back.origin + back.pathname, `http://localhost:3000${DASHBOARD}/ad-connections/callback`);
  return `${back.pathname.slice(DASHBOARD.length)}${back.search}`;
}

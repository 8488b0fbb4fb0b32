import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { allTasks } from '../../../catalogue.ts';
import { statement } from '../../../src/base/database.ts';
import type { Role } from '../../../src/base/scopes.ts';
import { startRunner } from '../../../src/tasks/runner.ts';
import { platformAt, testVault } from '../../harness/ad-platform.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import type { Cleaned } from '../../harness/database.ts';
import { startService } from '../../harness/service.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { CEILINGS, type Person, type SeededOrganization } from '../../harness/world-people.ts';
import { QUICK } from '../../tasks/world.ts';
import { PlatformGate } from '../../writes/faults/platform-gate.ts';
import { viewPlatform } from '../../writes/platform-view.ts';
import { allow, GLOBEX, noonEmulator, OLIVIA } from '../world.ts';

/** A login that reaches the clinic's account too, through a manager account. */
export const AGENCY = 'agency@demo.test';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const PATIENCE_MS = 60_000;
const state = z.object({ now: z.string() });
const taskOf = z.object({ task_tracking_id: z.int() });
const status = statement<[id: number], { status: string; error_reason: string | null; not_before: string | null }>(
  'select status, error_reason, not_before from task where task_tracking_id = $1',
);
const unfinished = statement<[], { count: number }>(`
  select count(*)::int as count from task where finished_at is null and not_before is null`);
const accounts = statement<[organizationId: number], { id: string; status: string; connection_id: string | null }>(
  'select id, status, connection_id from ad_account where organization_id = $1 order by id',
);
const mails = statement<[], { to: string; subject: string; text: string }>(`
  select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text
  from task where type = 'send_email' order by task_tracking_id`);

export type TwoOrganizations = Awaited<ReturnType<typeof twoOrganizations>>;

/**
 * A clinic, and a new organization that has nothing to do with it, both in euros. Clara owns the clinic and is an admin of
 * the new one, which Newton owns. A worker runs all the while.
 */
export async function twoOrganizations(t: Cleaned) {
  const behind = await noonEmulator();
  const gate = await new PlatformGate(behind.origin).start();
  const emulator = gate.inFrontOf(behind);
  const now = state.parse(await (await fetch(`${emulator.origin}/_emulator/state`)).json()).now;
  const clock = new TurnableClock(now);
  const adPlatform = platformAt(emulator.origin, clock);
  const adapters = { adPlatform, tokenVault: testVault() };
  const service = await startService(t, { clock, config: UNLIMITED, adapters });
  const { services } = service.service;
  const startWork = () => startRunner({ services, tasks: allTasks, schedule: [], timing: QUICK });
  let runner = await startWork();
  t.after(async () => {
    await runner.stop({ graceMs: 1_000 });
    await gate.stop();
    await emulator.stop();
  });
  const { world, database } = service;
  const clinic = await world.addOrganization('clinic');
  const newco = await world.addOrganization('newco');
  const member = async (name: string, ...roles: [SeededOrganization, Role][]) => {
    const person = await world.addPerson(name);
    for (const [organization, role] of roles) await world.addMember(organization, person, role);
    return person;
  };
  const clara = await member('clara', [clinic, 'owner'], [newco, 'admin']);
  const newton = await member('newton', [newco, 'owner']);
  const as = (person: Person, method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    service.call(method, `/dashboard/v1${path}`, { cookie: person.cookie, ...(body !== undefined && { body }) });
  return {
    ...service,
    emulator,
    gate,
    clock,
    clinic,
    newco,
    clara,
    newton,
    member,
    as,
    platform: await viewPlatform(emulator, adPlatform, { login: OLIVIA, accountId: GLOBEX }),
    /** A person connects a login to an organization. */
    async connect(person: Person, { slug }: SeededOrganization, login = OLIVIA): Promise<void> {
      const begun = await as(person, 'POST', `/organizations/${slug}/ad-connections`, {});
      const url = z.object({ authorize_url: z.string() }).parse(begun.json).authorize_url;
      const back = await as(person, 'GET', await allow(url, login));
      assert.match(String(back.headers.location), /\?ad_connection=connected$/);
    },
    select: (person: Person, { slug }: SeededOrganization, account_id = GLOBEX) =>
      as(person, 'POST', `/organizations/${slug}/ad-accounts`, { account_id }),
    release: (person: Person, { slug }: SeededOrganization, account = GLOBEX) =>
      as(person, 'DELETE', `/organizations/${slug}/ad-accounts/${account}`),
    /** Asks for a sync, long after the last that was asked for. */
    sync(person: Person, { slug }: SeededOrganization, account = GLOBEX) {
      clock.turn({ minutes: 2 });
      return as(person, 'POST', `/organizations/${slug}/ad-accounts/${account}/sync`, {});
    },
    /** Sends a request with a key of the person. */
    async withKey(person: Person, organization: SeededOrganization, method: string, path: string, body?: unknown) {
      const { key } = await world.addKey({ creator: person, organization, scopes: CEILINGS.admin });
      const url = `/v1/organizations/${organization.slug}${path}`;
      return service.call(method, url, { key, ...(body !== undefined && { body }) });
    },
    /** Does something while no task is worked on. */
    async atRest<T>(something: () => Promise<T>): Promise<T> {
      await runner.stop({ graceMs: 1_000 });
      const done = await something();
      runner = await startWork();
      return done;
    },
    /** How a task ended that an answer named. */
    async ended(answer: HttpAnswer): Promise<[status: string | undefined, reason: string | null | undefined]> {
      assert.ok(answer.status === 202 || answer.status === 200, answer.text);
      const { task_tracking_id } = taskOf.parse(answer.json);
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) {
        const row = await database.row(status, task_tracking_id);
        if (row?.status === 'completed' || row?.status === 'failed') return [row.status, row.error_reason];
      }
      return assert.fail(`task ${task_tracking_id} goes on and on`);
    },
    /** Waits until no work is under way. */
    async quiet(): Promise<void> {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) {
        if ((await database.row(unfinished))?.count === 0) return;
      }
      assert.fail('work goes on and on');
    },
    accountsOf: ({ id }: SeededOrganization) => database.rows(accounts, id),
    /** Every email that was queued so far. */
    mails: () => database.rows(mails),
  };
}

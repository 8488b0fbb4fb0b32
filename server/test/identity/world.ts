import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { allTasks } from '../../catalogue.ts';
import type { Config } from '../../src/base/config.ts';
import type { CallerContext, Context, PublicContext, Services } from '../../src/base/context.ts';
import { statement } from '../../src/base/database.ts';
import { type ErrorCode, Refusal } from '../../src/base/errors.ts';
import type { Operation } from '../../src/base/operation.ts';
import type { Role, Scope } from '../../src/base/scopes.ts';
import { Turns } from '../../src/base/turns.ts';
import { Changes } from '../../src/events/changes.ts';
import { EventStreams } from '../../src/events/event-streams.ts';
import { Authenticator } from '../../src/identity/authenticate.ts';
import { hashOf } from '../../src/identity/key-format.ts';
import { issuedKeyView } from '../../src/identity/keys/api-key.view.ts';
import { createApiKey } from '../../src/identity/keys/create-api-key.ts';
import { insertMember } from '../../src/identity/membership.store.ts';
import { findPerson, insertPerson } from '../../src/identity/person.store.ts';
import { insertSession } from '../../src/identity/sign-in/session.store.ts';
import type { Email } from '../../src/ports/mailer.ts';
import type { Work } from '../../src/tasks/task.ts';
import { createTaskQueue } from '../../src/tasks/task-queue.ts';
import { ActionEnds } from '../../src/writes/actions/action-ends.ts';
import { Steps } from '../../src/writes/steps.ts';
import { noAdPlatform } from '../harness/ad-platform.ts';
import { testConfig } from '../harness/config.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { oauthOf } from '../harness/documents.ts';
import { silentLog } from '../harness/log.ts';
import { someSecrets } from '../harness/secrets.ts';

export const DAY = 24 * 60 * 60 * 1000;
export const ORGANIZATION = 'acme';
const START = Date.parse('2026-03-10T09:30:00.000Z');

const insertOrganization = statement<[slug: string, createdAt: Date], { id: number }>(
  `insert into organization (slug, name, currency, created_at) values ($1, 'Acme', 'EUR', $2) returning id`,
);
const insertStaff = statement<[personId: number, organizationId: number], never>(`
  with team as (insert into staff_team (name) values ('Ad operations') returning id),
    member as (insert into staff_team_member (team_id, person_id) select id, $1 from team)
  insert into staff_team_assignment (organization_id, team_id) select $2, id from team`);
const queuedEmails = statement<[], { payload: unknown }>(
  `select payload from task where type in ('send_email', 'send_security_email') order by task_tracking_id`,
);
const notedTries = statement<[], { tries: number }>('select count(*) as tries from sign_in_failure');
const email = z.object({ to: z.string(), subject: z.string(), text: z.string() });

export type World = Awaited<ReturnType<typeof newWorld>>;

/** One organization on a database of its own, and a clock that can be turned. */
export async function newWorld(t: Cleaned, settings: Partial<Config> = {}) {
  const { database } = await freshDatabase(t);
  const time = { now: START };
  const clock = { now: () => time.now };
  const sent: Email[] = [];
  const services: Services = {
    config: { ...config, ...settings },
    database,
    clock,
    log: silentLog,
    mailer: { send: async (email) => void sent.push(email) },
    ...noAdPlatform(clock),
    tasks: createTaskQueue({ tasks: allTasks, clock }),
    steps: new Steps([]),
    operations: [],
    turns: new Turns(),
    oauth: oauthOf(database, clock),
    actionEnds: new ActionEnds(database.hot),
    changes: new Changes(database, silentLog),
    eventStreams: new EventStreams(database, clock),
    signingSecrets: someSecrets(),
  };
  const organization = await database.row(insertOrganization, ORGANIZATION, new Date(START));
  assert.ok(organization);
  const organizationId = organization.id;

  return {
    services,
    database,
    organizationId,
    sent,
    turn: (ms: number) => {
      time.now += ms;
    },
    now: () => time.now,

    async person(name: string, role?: Role, passwordHash: string | null = null): Promise<number> {
      const address = `${name}@acme.test`;
      const createdAt = new Date(time.now);
      const personId = await insertPerson(database, { email: address, name, passwordHash, createdAt });
      if (role) await insertMember({ db: database, organizationId }, { personId, role, createdAt });
      return personId;
    },

    async staff(name: string): Promise<number> {
      const personId = await this.person(name);
      await database.execute(insertStaff, personId, organizationId);
      return personId;
    },

    /** What an operation sees when a person calls it from the dashboard. */
    async as(personId: number): Promise<Context> {
      const { organizations } = (await this.signedIn(personId)).caller;
      const access = organizations.get(ORGANIZATION);
      assert.ok(access, 'not open to this person');
      return { ...(await this.signedIn(personId)), organization: access, organizationId, db: database };
    },

    async signedIn(personId: number): Promise<CallerContext> {
      const token = randomBytes(32).toString('base64url');
      const session = { hash: hashOf(token), createdAt: new Date(time.now), ip: '127.0.0.1' };
      const shown = await findPerson(database, personId);
      assert.ok(shown);
      const expiresAt = new Date(time.now + 30 * DAY);
      await database.transaction((db) => insertSession(db, { ...session, expiresAt, shown }));
      const identified = await new Authenticator(database, clock).identify(
        { kind: 'session', token },
        { live: true, resource: '' },
      );
      assert.ok('caller' in identified);
      return { ...services, caller: identified.caller, requestId: 'req_test', ip: '127.0.0.1' };
    },

    anybody: (ip = '192.0.2.1'): PublicContext => ({
      ...services,
      requestId: 'req_test',
      ip,
    }),

    /** What the service says to a request with a key: that it works, or the error code. */
    async present(key: string): Promise<'works' | ErrorCode> {
      const identified = await new Authenticator(database, clock).identify(
        { kind: 'bearer', token: key },
        { live: true, resource: '' },
      );
      return 'caller' in identified ? 'works' : identified.refusal.code;
    },

    async newKey(personId: number, scopes: Scope[] = ['campaigns:read'], name = 'Nightly report') {
      return issuedKeyView.parse(await call(createApiKey, { name, scopes }, await this.as(personId)));
    },

    /** How many tries at accounts are kept. */
    async tries(): Promise<{ tries: number }> {
      return (await database.row(notedTries)) ?? { tries: 0 };
    },

    async emails(): Promise<Email[]> {
      return (await database.rows(queuedEmails)).map(({ payload }) => email.parse(payload));
    },
  };
}

/** Calls an operation as a surface does: the input parsed, the answer as its schema shows it. */
export async function call(operation: Operation, input: object, context: CallerContext | PublicContext) {
  return operation.run(operation.input.parse(input), context);
}

/** What a task sees when it runs. */
export function workOf({ services, database }: World): Work {
  const { signal } = new AbortController();
  return { ...services, db: database, taskId: 1, requestedBy: null, signal, stage: async () => {} };
}

/** Whether a promise is refused with an error code, and with the extra fields. */
export async function refused(promise: Promise<unknown>, code: ErrorCode, extra: Record<string, unknown> = {}) {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    for (const [name, value] of Object.entries(extra)) assert.deepEqual(error.extra[name], value);
    return true;
  });
}

const config: Config = {
  ...testConfig(),
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: undefined,
  demo: false,
  publicUrl: 'https://sluice.test',
  baseUrl: 'https://sluice.test/v1',
  mcpUrl: 'https://sluice.test',
  authUrl: 'https://sluice.test',
  appUrl: 'https://sluice.test',
  logLevel: 'silent',
  rateLimitPerMinute: 300,
  anonymousRateLimitPerMinute: 300,
  dailyWriteQuota: 1000,
  trustedProxies: 0,
  smtpUrl: undefined,
  mailFrom: 'sluice@sluice.test',
  secretScanningKeys: new Map(),
  taskConcurrency: 0,
  emulatorPort: 0,
  metricsToken: undefined,
  allowPrivateHosts: [],
  googleAds: { clientId: '', clientSecret: '' },
  masterKeys: new Map(),
};

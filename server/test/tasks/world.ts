import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { Config } from '../../src/base/config.ts';
import type { Services } from '../../src/base/context.ts';
import { type Database, statement } from '../../src/base/database.ts';
import { Turns } from '../../src/base/turns.ts';
import { Changes } from '../../src/events/changes.ts';
import { EventStreams } from '../../src/events/event-streams.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { type Runner, type RunnerSetup, startRunner } from '../../src/tasks/runner.ts';
import type { Task } from '../../src/tasks/task.ts';
import { createTaskQueue } from '../../src/tasks/task-queue.ts';
import type { Timing } from '../../src/tasks/timing.ts';
import { ActionEnds } from '../../src/writes/actions/action-ends.ts';
import { Steps } from '../../src/writes/steps.ts';
import { noAdPlatform } from '../harness/ad-platform.ts';
import { testConfig } from '../harness/config.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { oauthOf } from '../harness/documents.ts';
import { silentLog } from '../harness/log.ts';
import { someSecrets } from '../harness/secrets.ts';

/** Looks around often, so that no test waits long. */
export const QUICK: Timing = {
  pollMs: 50,
  heartbeatMs: 50,
  sweepMs: 100,
  scheduleMs: 50,
  deadAfterMs: 2_500,
  silentAfterMs: 4_000,
  settleMs: 100,
};

const config: Config = {
  ...testConfig(),
  port: 0,
  host: '127.0.0.1',
  dataDir: '.data',
  databaseUrl: undefined,
  demo: false,
  publicUrl: 'http://localhost',
  baseUrl: 'http://localhost/v1',
  mcpUrl: 'http://localhost',
  authUrl: 'http://localhost',
  appUrl: 'http://localhost',
  logLevel: 'silent',
  rateLimitPerMinute: 300,
  anonymousRateLimitPerMinute: 300,
  dailyWriteQuota: 1000,
  trustedProxies: 0,
  smtpUrl: undefined,
  mailFrom: 'sluice@example.com',
  secretScanningKeys: new Map(),
  taskConcurrency: 8,
  emulatorPort: 0,
  metricsToken: undefined,
  allowPrivateHosts: [],
  googleAds: { clientId: '', clientSecret: '' },
  masterKeys: new Map(),
};

/** What a process of its own would offer its tasks. */
export function servicesOn(
  database: Database,
  tasks: readonly Task[],
  options: { clock?: Clock; taskConcurrency?: number } = {},
): Services {
  const clock = options.clock ?? systemClock;
  return {
    config: { ...config, taskConcurrency: options.taskConcurrency ?? config.taskConcurrency },
    database,
    clock,
    log: silentLog,
    mailer: { send: async () => {} },
    ...noAdPlatform(clock),
    tasks: createTaskQueue({ tasks, clock }),
    steps: new Steps([]),
    operations: [],
    turns: new Turns(),
    oauth: oauthOf(database, clock),
    actionEnds: new ActionEnds(database.hot),
    changes: new Changes(database, silentLog),
    eventStreams: new EventStreams(database, clock),
    signingSecrets: someSecrets(),
  };
}

export interface World {
  url: string;
  database: Database;
  services: Services;
  /** Queues work in organization 1 unless told otherwise. */
  queue(type: string, payload?: Record<string, unknown>, organizationId?: number | null): Promise<number>;
  work(options?: Partial<Omit<RunnerSetup, 'services' | 'tasks'>>): Promise<Runner>;
  taskRow(id: number): Promise<StoredTask>;
  /** Waits for the task to be finished, or for anything else to be true of it. */
  until(id: number, holds?: (task: StoredTask) => boolean): Promise<StoredTask>;
}

/** An empty database with the kinds of work given, and workers that stop with the test. */
export async function taskWorld(
  t: Cleaned,
  tasks: readonly Task[],
  options: { clock?: Clock; taskConcurrency?: number } = {},
): Promise<World> {
  const { url, database } = await freshDatabase(t);
  const services = servicesOn(database, tasks, options);
  const taskRow = async (id: number) => {
    const row = await database.row(storedTask, id);
    if (!row) throw new Error(`there is no task ${id}`);
    return row;
  };
  return {
    url,
    database,
    services,
    queue: (type, payload = {}, organizationId = 1) =>
      services.tasks.enqueue(database, { type, payload, organizationId }),
    async work({ schedule = [], timing = {}, ...places } = {}) {
      const runner = await startRunner({ services, tasks, schedule, timing: { ...QUICK, ...timing }, ...places });
      t.after(() => runner.stop({ graceMs: 0 }));
      return runner;
    },
    taskRow,
    until: (id, holds = ({ finished_at }) => finished_at !== null) =>
      eventually(`task ${id}`, async () => {
        const row = await taskRow(id);
        return holds(row) ? row : undefined;
      }),
  };
}

export interface StoredTask {
  status: string;
  progress: number;
  stage: string | null;
  result: string | null;
  error_reason: string | null;
  error_message: string | null;
  attempts: number;
  retries: number;
  deaths: number;
  worker_id: string | null;
  finished_at: string | null;
}

const storedTask = statement<[id: number], StoredTask>(`
  select status, progress, stage, result::text as result, error_reason, error_message, attempts, retries, deaths,
    worker_id, finished_at
  from task where task_tracking_id = $1`);

const PATIENCE_MS = 20_000;

/** Asks until there is an answer. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`waited too long for ${what}`);
    await sleep(20);
  }
}

/** A clock that stands until it is turned. */
export function handClock(start: string): Clock & { turnTo(time: string): void } {
  let now = Date.parse(start);
  return {
    now: () => now,
    turnTo(time) {
      now = Date.parse(time);
    },
  };
}

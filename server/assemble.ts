import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import {
  allTasks,
  dashboardOperations,
  engineTasks,
  mailTasks,
  operations,
  schedule,
  steps,
  urgentTasks,
} from './catalogue.ts';
import { AuditWriter } from './src/audit/audit-writer.ts';
import type { Config } from './src/base/config.ts';
import type { Services } from './src/base/context.ts';
import type { Database } from './src/base/database.ts';
import type { Log } from './src/base/log.ts';
import { SharedSecrets } from './src/base/secrets.ts';
import { Turns } from './src/base/turns.ts';
import { Changes } from './src/events/changes.ts';
import { EventStreams } from './src/events/event-streams.ts';
import type { Gate } from './src/gate/call.ts';
import { RateLimiter } from './src/gate/rate-limit.ts';
import { Authenticator } from './src/identity/authenticate.ts';
import { type OAuthSecrets, oauthSecrets } from './src/identity/oauth/oauth-secrets.ts';
import { SIGNING_SECRET } from './src/identity/signed-link.ts';
import type { AdPlatform } from './src/ports/ad-platform.ts';
import type { Clock } from './src/ports/clock.ts';
import type { DocumentFetcher } from './src/ports/document-fetcher.ts';
import type { Mailer } from './src/ports/mailer.ts';
import type { SiteReader } from './src/ports/site-reader.ts';
import type { TokenVault } from './src/ports/token-vault.ts';
import type { Writer } from './src/ports/writer.ts';
import { createMetrics, type Metrics } from './src/surfaces/health/metrics.ts';
import { buildHttp } from './src/surfaces/http.ts';
import { type Runner, startRunner } from './src/tasks/runner.ts';
import { createTaskQueue } from './src/tasks/task-queue.ts';
import { ActionEnds } from './src/writes/actions/action-ends.ts';

/** What a process brings along: its settings, its database, and the adapters it was given. */
export interface Adapters {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  adPlatform: AdPlatform;
  siteReader: SiteReader;
  writer?: Writer | undefined;
  tokenVault: TokenVault;
  /** Brings the documents by which apps are known. */
  documents: DocumentFetcher;
}

/** A service put together but not yet listening or working. */
export interface Service {
  services: Services;
  gate: Gate;
  metrics: Metrics;
  /** Takes up secrets that were rotated; whoever runs the process has it done now and then. */
  lookAtSecrets(): Promise<void>;
  http(): FastifyInstance;
  work(): Promise<Runner>;
}

/** Puts a service together from its adapters; the database must be migrated. */
export async function assemble(adapters: Adapters): Promise<Service> {
  const { database, clock } = adapters;
  const turns = new Turns();
  const signingSecrets = await SharedSecrets.open(database, clock, SIGNING_SECRET);
  const oauth = await oauthSecrets(database, clock);
  const services: Services = {
    ...adapters,
    tasks: createTaskQueue({ tasks: allTasks, clock }),
    steps,
    operations,
    turns,
    oauth: oauthOnDemand({ ...adapters, turns }, oauth),
    actionEnds: new ActionEnds(database.hot),
    changes: new Changes(database, adapters.log),
    eventStreams: new EventStreams(database, clock),
    signingSecrets,
  };
  const gate: Gate = {
    services,
    authenticator: new Authenticator(database.hot, clock),
    rateLimiter: new RateLimiter(database.hot, clock),
    audit: new AuditWriter(database.lane(), (err) =>
      adapters.log.error({ err }, 'a count of refused requests could not be kept'),
    ),
  };
  const metrics = createMetrics();
  return {
    services,
    gate,
    metrics,
    lookAtSecrets: async () => void (await Promise.all([signingSecrets.lookAgain(), oauth.cookies.lookAgain()])),
    http: () => buildHttp({ gate, metrics, operations, dashboardOperations, version: ownVersion() }),
    work: () => startWorkers({ ...services, database: database.forWork() }),
  };
}

/** The library of the OAuth server is large: the first who needs it loads it, and whoever comes meanwhile waits for that. */
function oauthOnDemand(parts: Adapters & Pick<Services, 'turns'>, secrets: OAuthSecrets): Services['oauth'] {
  let server: ReturnType<Services['oauth']> | undefined;
  return () => {
    server ??= import('./src/identity/oauth/provider.ts').then(
      (loaded) => loaded.createOAuthServer(parts, secrets),
      (error) => {
        server = undefined;
        throw error;
      },
    );
    return server;
  };
}

/** Changes mostly wait for the platform: many fit where few syncs do. */
const CHANGES_FOR_EACH_SYNC = 8;

/**
 * Changes that people wait for have a worker of their own: long syncs must not hold them up, nor one organization whose
 * platform is slow the others. So has mail, and so has the engine, in which each organization has one place. Of the
 * places for everything else one organization gets half: a slow website must not keep the others from theirs.
 */
async function startWorkers(services: Services): Promise<Runner> {
  const apart = new Set([...urgentTasks, ...engineTasks, ...mailTasks]);
  const background = allTasks.filter((task) => !apart.has(task));
  const { taskConcurrency } = services.config;
  const places = taskConcurrency * CHANGES_FOR_EACH_SYNC;
  const [patient, ...others] = await Promise.all([
    startRunner({ services, tasks: background, schedule, placesOfOne: Math.max(1, Math.floor(taskConcurrency / 2)) }),
    startRunner({ services, tasks: urgentTasks, schedule: [], places, placesOfOne: places / 4 }),
    startRunner({ services, tasks: engineTasks, schedule: [], placesOfOne: 1 }),
    startRunner({ services, tasks: mailTasks, schedule: [] }),
  ]);
  return {
    workerId: patient.workerId,
    stop: async (options) => void (await Promise.all([patient, ...others].map((runner) => runner.stop(options)))),
  };
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(version);
}

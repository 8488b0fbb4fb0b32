import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { allTasks, dashboardOperations, operations, schedule, steps } from './catalogue.ts';
import { crewsOf } from './crews.ts';
import { AuditWriter } from './src/audit/audit-writer.ts';
import { ClockWatch } from './src/base/clocks.ts';
import type { Config } from './src/base/config.ts';
import type { Services } from './src/base/context.ts';
import type { Database } from './src/base/database.ts';
import type { Log } from './src/base/log.ts';
import { OutageLog } from './src/base/outage.ts';
import { SharedSecrets } from './src/base/secrets.ts';
import { Turns } from './src/base/turns.ts';
import { Changes } from './src/events/changes.ts';
import { EventStreams } from './src/events/event-streams.ts';
import type { Gate } from './src/gate/call.ts';
import { PersonCeiling } from './src/gate/person-ceiling.ts';
import { RateLimiter } from './src/gate/rate-limit.ts';
import { AppUses } from './src/identity/app-uses.ts';
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
import type { Runner } from './src/tasks/runner.ts';
import { startRunners } from './src/tasks/runners.ts';
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
  /** Compares the clock with the database's; whoever runs the process has it done at its start, and now and then. */
  lookAtClock(): Promise<void>;
  http(): FastifyInstance;
  work(): Promise<Pick<Runner, 'stop'>>;
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
    authenticator: new Authenticator(database.hot, clock, new AppUses(database.lane(), adapters.log)),
    rateLimiter: new RateLimiter(database.hot, clock),
    personCeiling: new PersonCeiling(),
    audit: new AuditWriter(database.lane(), (err) =>
      adapters.log.error({ err }, 'a count of refused requests could not be kept'),
    ),
    outages: new OutageLog((err, untold) => adapters.log.error({ err, untold }, 'the database could not be reached')),
  };
  const metrics = createMetrics();
  const clockWatch = new ClockWatch(services);
  return {
    services,
    gate,
    metrics,
    lookAtSecrets: async () => void (await Promise.all([signingSecrets.lookAgain(), oauth.cookies.lookAgain()])),
    lookAtClock: () => clockWatch.look(),
    http: () => buildHttp({ gate, metrics, operations, dashboardOperations, version: ownVersion() }),
    work: () =>
      startRunners({
        services,
        crews: crewsOf(adapters.config.taskConcurrency),
        schedule,
      }),
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

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(version);
}

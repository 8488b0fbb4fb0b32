import { after } from 'node:test';
import { type Adapters, assemble, type Service } from '../../assemble.ts';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { configuredSiteReader } from '../../src/adapters/site-reader/configured.ts';
import type { Config } from '../../src/base/config.ts';
import type { Database, Queryable } from '../../src/base/database.ts';
import type { Email } from '../../src/ports/mailer.ts';
import { openApiDocument } from '../../src/surfaces/openapi/openapi.ts';
import { noAdPlatform } from './ad-platform.ts';
import { type Client, openClient } from './client.ts';
import { testConfig } from './config.ts';
import { type Cleaned, freshDatabase } from './database.ts';
import { noDocuments } from './documents.ts';
import { testLog } from './log.ts';
import { type OpenApiCheck, openApiCheck, parseOpenApi } from './openapi-check.ts';
import { TurnableClock } from './turnable-clock.ts';
import { type World, world } from './world.ts';

/** A service that listens, on a database with people in it. */
export interface RunningService extends Client {
  service: Service;
  database: Database;
  databaseUrl: string;
  clock: TurnableClock;
  world: World;
  /** The texts of all statements that the service has run. */
  statements: string[];
  sent: Email[];
}

/** Starts the whole service in this process on a free port; it stops when the test ends. */
export async function startService(
  t: Cleaned,
  {
    clock = new TurnableClock(),
    config = {},
    adapters = {},
    databaseServer,
  }: {
    clock?: TurnableClock;
    config?: Partial<Config>;
    adapters?: Partial<Adapters> | ((database: Database) => Partial<Adapters>);
    /** Where not on the server of all tests. */
    databaseServer?: string;
  } = {},
): Promise<RunningService> {
  const { database, url } = await freshDatabase(t, databaseServer);
  const statements: string[] = [];
  const sent: Email[] = [];
  const settings = testConfig(config);
  const service = await assemble({
    config: settings,
    database: recording(database, statements),
    clock,
    log: testLog,
    mailer: { send: async (email) => void sent.push(email) },
    ...noAdPlatform(clock),
    siteReader: configuredSiteReader(settings),
    documents: noDocuments,
    ...(typeof adapters === 'function' ? adapters(database) : adapters),
  });
  const seeded = await world(database, clock, service.services.tokenVault);
  const app = service.http();
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const checks: OpenApiCheck[] = [];
  const client = openClient(base, checks);
  t.after(async () => {
    client.close();
    app.server.closeAllConnections();
    await app.close();
  });
  checks.push(
    openApiCheck('/v1', parseOpenApi((await client.call('GET', '/v1/openapi.json')).json)),
    openApiCheck('/dashboard/v1', dashboardDocument()),
  );
  return { ...client, service, database, databaseUrl: url, clock, world: seeded, statements, sent };
}

let ofDashboard: ReturnType<typeof parseOpenApi> | undefined;

/** What the dashboard's operations answer: the same for every service of this process. */
function dashboardDocument(): ReturnType<typeof parseOpenApi> {
  ofDashboard ??= parseOpenApi(openApiDocument([...operations, ...dashboardOperations], '', '0'));
  return ofDashboard;
}

/** The same database, writing down what it is asked. */
function recording(database: Database, statements: string[]): Database {
  const noted = (queries: Queryable): Queryable => ({
    rows: (statement, ...parameters) => {
      statements.push(statement.text);
      return queries.rows(statement, ...parameters);
    },
    row: (statement, ...parameters) => {
      statements.push(statement.text);
      return queries.row(statement, ...parameters);
    },
    execute: (statement, ...parameters) => {
      statements.push(statement.text);
      return queries.execute(statement, ...parameters);
    },
  });
  return {
    ...database,
    ...noted(database),
    hot: noted(database.hot),
    lane: () => noted(database.lane()),
    forDirectWrites: () => recording(database.forDirectWrites(), statements),
  };
}

/** Cleans up after the last test of the suite in whose body it is called, for what all its tests share. */
export function wholeSuite(): Cleaned {
  const hooks: (() => unknown)[] = [];
  after(async () => {
    for (const hook of hooks) await hook();
  });
  return { after: (hook) => void (hook && hooks.push(() => Reflect.apply(hook, undefined, []))) };
}

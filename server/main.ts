import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Adapters, assemble, type Service } from './assemble.ts';
import { invitation, readyDemo } from './demo/demo.ts';
import { openMigrated } from './open-database.ts';
import { operate } from './operate.ts';
import { documentFetcher } from './src/adapters/document-fetcher.ts';
import { type EmulatorProcess, startEmulatorProcess } from './src/adapters/emulator-process.ts';
import { configuredGoogleAds, configuredVault } from './src/adapters/google-ads/configured.ts';
import { outboxMailer } from './src/adapters/outbox-mailer.ts';
import { createLog } from './src/adapters/pino-log.ts';
import { configuredSiteReader } from './src/adapters/site-reader/configured.ts';
import { smtpMailer } from './src/adapters/smtp-mailer.ts';
import { systemClock } from './src/adapters/system-clock.ts';
import { configuredWriter } from './src/adapters/writer/configured.ts';
import { readyAuditTrail } from './src/audit/partitions.ts';
import { type Config, ConfigError, loadConfig } from './src/base/config.ts';
import type { Database } from './src/base/database.ts';
import type { Log } from './src/base/log.ts';
import { confirmMasterKeys } from './src/base/master-key-check.ts';
import { masterKeys } from './src/base/master-keys.ts';
import { LOOKED_AT_EVERY_MS } from './src/base/secrets.ts';
import { Interrupted, Stops } from './stops.ts';

const COMMANDS = ['all', 'serve', 'work', 'migrate'] as const;
type Command = (typeof COMMANDS)[number];

/** Whoever waits for a platform that hangs does not keep the work from being handed on. */
const HTTP_GRACE_MS = 10_000;
const TASK_GRACE_MS = 8_000;

const [, , asked = 'all', ...args] = process.argv;
await (asked === 'operator' ? operate(args) : main(asked));

/** Starts what the command names; whatever was started is stopped in reverse order. */
async function main(command: string): Promise<void> {
  if (!isCommand(command)) fail(`usage: main.ts [${COMMANDS.join(' | ')} | operator …]`);
  const config = readConfig();
  const log = createLog(config.logLevel);
  const stops = new Stops(log);
  try {
    await stops.during(() => start(command, config, log, stops));
  } catch (error) {
    if (error instanceof Interrupted) return;
    if (!(error instanceof ConfigError)) log.error({ err: error }, 'the start failed');
    await stops.stopAll();
    if (error instanceof ConfigError) fail(error.message);
    process.exit(1);
  }
}

async function start(command: Command, config: Config, log: Log, stops: Stops): Promise<void> {
  const parts = [openMigrated(config, log, stops), emulatorOf(command, config, stops)] as const;
  // Where one fails, the other comes to its end first: what is half started cannot be stopped.
  await Promise.allSettled(parts);
  const [database, emulator] = await Promise.all(parts);
  if (command === 'migrate') return stops.stopAll();
  await confirmMasterKeys(database, masterKeys(config));

  const settings = emulator ? withDemoSites(config, emulator.url) : config;
  const service = await assemble(adapters(settings, log, database, emulator?.url));
  stops.add('audit', () => service.gate.audit.drained());
  stops.add('changes', () => service.services.changes.told());
  await lookAround(service, log, stops);
  await readyAuditTrail(service.services);
  if (command !== 'serve' && config.taskConcurrency > 0) {
    const runner = await service.work();
    stops.add('tasks', () => runner.stop({ graceMs: TASK_GRACE_MS }));
  }
  const demo = emulator && (await readyDemo(service.services, emulator.url));
  if (command !== 'work') {
    const app = service.http();
    stops.add('http', () => closeWithin(app, HTTP_GRACE_MS));
    await app.listen({ port: config.port, host: config.host });
    log.info({ address: config.publicUrl }, 'listening');
  }
  if (demo) console.log(invitation(demo, resolve(config.dataDir, 'demo.json')));
}

/** What an operator rotates is taken up by processes that run, and a clock that goes wrong is told of. */
async function lookAround(service: Service, log: Log, stops: Stops): Promise<void> {
  const lookAtClock = () =>
    service.lookAtClock().catch((err) => log.warn({ err }, 'the clock could not be compared with the database’s'));
  const lookAtSecrets = () =>
    service.lookAtSecrets().catch((err) => log.warn({ err }, 'the shared secrets could not be read'));
  await lookAtClock();
  const timers = [lookAtClock, lookAtSecrets].map((look) => setInterval(look, LOOKED_AT_EVERY_MS));
  stops.add('looks around', async () => timers.forEach(clearInterval));
}

/** Answers what was begun; whatever is not answered by then is cut off. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  await Promise.race([app.close(), sleep(ms, undefined, { ref: false })]);
  app.server.closeAllConnections();
}

async function emulatorOf(command: Command, config: Config, stops: Stops): Promise<EmulatorProcess | undefined> {
  if (!config.demo || command !== 'all') return undefined;
  const dataDir = resolve(config.dataDir, 'emulator');
  const emulator = await startEmulatorProcess({ port: config.emulatorPort, dataDir });
  stops.add('emulator', () => emulator.stop());
  return emulator;
}

/** The demo's websites stand on this machine, at the emulator: there alone they may be read. */
function withDemoSites(config: Config, emulatorUrl: string): Config {
  return { ...config, allowPrivateHosts: [...config.allowPrivateHosts, new URL(emulatorUrl).host] };
}

function adapters(config: Config, log: Log, database: Database, emulatorUrl: string | undefined): Adapters {
  const clock = systemClock;
  const mailer = config.smtpUrl
    ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
    : outboxMailer({ directory: resolve(config.dataDir, 'outbox'), from: config.mailFrom, clock });
  const adPlatform = configuredGoogleAds(config, clock, { emulatorUrl, db: database });
  const siteReader = configuredSiteReader(config);
  const writer = configuredWriter(config);
  const documents = documentFetcher({ allowed: config.allowPrivateHosts });
  const tokenVault = configuredVault(config);
  return { config, database, clock, log, mailer, adPlatform, siteReader, writer, tokenVault, documents };
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

function isCommand(text: string): text is Command {
  return COMMANDS.some((command) => command === text);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

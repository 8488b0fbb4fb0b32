import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startEmulator } from '../../google-ads-emulator/src/emulator.ts';
import { assemble, type Service } from '../../server/assemble.ts';
import { readyDemo } from '../../server/demo/demo.ts';
import { type DemoFile, readDemoFile } from '../../server/demo/demo-file.ts';
import { configuredSiteReader } from '../../server/src/adapters/site-reader/configured.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { type Database, openDatabase, statement } from '../../server/src/base/database.ts';
import { platformAt, testVault } from '../../server/test/harness/ad-platform.ts';
import { testConfig } from '../../server/test/harness/config.ts';
import { type Cleaned, filledDatabase } from '../../server/test/harness/database.ts';
import { noDocuments } from '../../server/test/harness/documents.ts';
import { testLog } from '../../server/test/harness/log.ts';
import { UNLIMITED, work } from '../../server/test/writes/work.ts';
import { buildDashboard } from '../build.ts';
import { freePort, openVisit, type Visit, type World } from './world.ts';

/** The people of the demo by what they are; the member and the admin are so in Acme Plumbing. */
const PEOPLE = {
  owner: 'olivia@demo.test',
  admin: 'adam@demo.test',
  member: 'mia@demo.test',
  stranger: 'nora@demo.test',
  staff: 'sam@operator.test',
} as const;

/** The service as `npm start` makes it: the demo's organizations with their campaigns, on an emulator, with workers. */
export interface DemoWorld extends World {
  emulatorUrl: string;
  demo: DemoFile;
  service: Service;
  /** A page that somebody who is signed in has opened. */
  open(who: keyof typeof PEOPLE, path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** Starts the demo in this process, as the first file of the run has left it; a file shares one. */
export async function openDemoWorld(t: Cleaned, browser: Browser): Promise<DemoWorld> {
  await buildDashboard();
  const { database } = await filledDatabase(t, 'dashboard_demo', makeDemo);
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-dashboard-'));
  cpSync(MADE, dataDir, { recursive: true });
  const made = readDemoFile(dataDir);
  const { service, demo, emulatorUrl, base, close } = await startDemo(database, dataDir);
  for (const moved of MOVED) await database.execute(moved, made?.emulator_url ?? '', emulatorUrl);
  t.after(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const visit = (options: BrowserContextOptions = {}) => openVisit(t, browser, { baseURL: base, ...options });
  return {
    ...{ base, database, emulatorUrl, demo, service, visit },
    async open(who, path, options = {}) {
      const opened = await visit({ viewport: { width: 1280, height: 860 }, ...options });
      const { email, password } = demo.people.find((person) => person.email === PEOPLE[who]) ?? {};
      const answer = await opened.page.request.post('/dashboard/v1/sign-in', {
        data: { email, password },
        headers: { origin: base },
      });
      assert.equal(answer.status(), 200, await answer.text());
      await opened.page.goto(path);
      return opened;
    },
  };
}

/** Where the demo's files are once one was made; the run removes them with everything else. */
const MADE = join(tmpdir(), 'sluice-demo-made');
/** Tokens are sealed by whoever made the demo and opened by all others. */
const VAULT_KEY = Buffer.alloc(32, 'dashboard');
const POLL_MS = 50;

const workLeft = statement<[], { count: number }>(
  `select count(*)::integer as count from task where status in ('queued', 'running')`,
);

/** The demo's own websites stand at the emulator, which has another port in each world. */
const MOVED = [
  statement<[from: string, to: string], never>('update business_profile set url = replace(url, $1, $2)'),
  statement<[from: string, to: string], never>('update campaign set website_url = replace(website_url, $1, $2)'),
  statement<[from: string, to: string], never>('update ad set final_url = replace(final_url, $1, $2)'),
  statement<[from: string, to: string], never>('update campaign_asset set url = replace(url, $1, $2)'),
];

/** Seeds the demo, and waits until everything is read and judged. */
async function makeDemo(url: string): Promise<void> {
  rmSync(MADE, { recursive: true, force: true });
  mkdirSync(MADE, { recursive: true });
  const database = openDatabase({ url });
  const { close } = await startDemo(database, MADE);
  while ((await database.row(workLeft))?.count !== 0) await sleep(POLL_MS);
  await close();
  await database.close();
}

async function startDemo(database: Database, dataDir: string) {
  const emulator = await startEmulator({ port: 0, dataDir: join(dataDir, 'emulator') });
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const config = testConfig({
    ...{ port, publicUrl: base, baseUrl: `${base}/v1`, mcpUrl: base, authUrl: base, appUrl: base },
    dataDir,
    demo: true,
    host: '127.0.0.1',
    ...UNLIMITED,
    allowPrivateHosts: [new URL(emulator.url).host],
  });
  const service = await assemble({
    config,
    database,
    clock: systemClock,
    log: testLog,
    mailer: { send: async () => {} },
    adPlatform: platformAt(emulator.url, systemClock),
    tokenVault: testVault(VAULT_KEY),
    siteReader: configuredSiteReader(config),
    documents: noDocuments,
  });
  const workers = await work(service);
  const demo = await readyDemo(service.services, emulator.url);
  assert.ok(demo);
  const app = service.http();
  await app.listen({ port, host: 'localhost' });
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
    await workers.stop();
    await emulator.close();
  };
  return { service, demo, emulatorUrl: emulator.url, base, close };
}

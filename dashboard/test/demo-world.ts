import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startEmulator } from '../../google-ads-emulator/src/emulator.ts';
import { assemble, type Service } from '../../server/assemble.ts';
import { readyDemo } from '../../server/demo/demo.ts';
import type { DemoFile } from '../../server/demo/demo-file.ts';
import { configuredSiteReader } from '../../server/src/adapters/site-reader/configured.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { noAdPlatform, platformAt } from '../../server/test/harness/ad-platform.ts';
import { testConfig } from '../../server/test/harness/config.ts';
import { type Cleaned, freshDatabase } from '../../server/test/harness/database.ts';
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

/** Starts the demo in this process; a file shares one, for that takes seconds. */
export async function openDemoWorld(t: Cleaned, browser: Browser): Promise<DemoWorld> {
  await buildDashboard();
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-dashboard-'));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  t.after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const emulator = await startEmulator({ port: 0, dataDir: join(dataDir, 'emulator') });
  closing.push(() => emulator.close());
  const [{ database }, port] = await Promise.all([freshDatabase(t), freePort()]);
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
    ...noAdPlatform(systemClock),
    adPlatform: platformAt(emulator.url, systemClock),
    siteReader: configuredSiteReader(config),
    documents: noDocuments,
  });
  const workers = await work(service);
  closing.push(() => workers.stop());
  const demo = await readyDemo(service.services, emulator.url);
  const app = service.http();
  await app.listen({ port, host: 'localhost' });
  closing.push(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  assert.ok(demo);
  const visit = (options: BrowserContextOptions = {}) => openVisit(t, browser, { baseURL: base, ...options });
  return {
    ...{ base, database, emulatorUrl: emulator.url, demo, service, visit },
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

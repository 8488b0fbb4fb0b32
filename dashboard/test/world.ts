import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { getTestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Adapters, assemble } from '../../server/assemble.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import type { Database } from '../../server/src/base/database.ts';
import { noAdPlatform } from '../../server/test/harness/ad-platform.ts';
import { testConfig } from '../../server/test/harness/config.ts';
import { type Cleaned, freshDatabase } from '../../server/test/harness/database.ts';
import { noDocuments } from '../../server/test/harness/documents.ts';
import { testLog } from '../../server/test/harness/log.ts';
import { buildDashboard } from '../build.ts';

/** Three files share two processors with the type check. */
const PATIENCE_MS = 20_000;
const BROKEN_POLICY = /content security policy/i;

/** A running service with the built dashboard, and the browser pages opened on it. */
export interface World {
  base: string;
  database: Database;
  /** Opens a page of a person who has not visited before. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

/** A page, and what its console complained about. */
export interface Visit {
  page: Page;
  /** Errors and broken rules of the security policy; failed requests are listed with their address. */
  complaints: string[];
}

/** Starts the whole service in this process, with the dashboard as it would be delivered. */
export async function openWorld(t: Cleaned, browser: Browser, adapters: Partial<Adapters> = {}): Promise<World> {
  await buildDashboard();
  const { database } = await freshDatabase(t);
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const service = await assemble({
    config: testConfig({ port, publicUrl: base, baseUrl: `${base}/v1`, mcpUrl: base, authUrl: base, appUrl: base }),
    database,
    clock: systemClock,
    log: testLog,
    mailer: { send: async () => {} },
    ...noAdPlatform(systemClock),
    documents: noDocuments,
    ...adapters,
  });
  const app = service.http();
  await app.listen({ port, host: 'localhost' });
  t.after(() => app.close());
  return { base, database, visit: (options = {}) => openVisit(t, browser, { baseURL: base, ...options }) };
}

/**
 * Opens a page of somebody who has not visited before, and notes what it complains about. It is gone with the test that
 * opened it: pages that are left open read again whatever later tests change.
 */
export async function openVisit(suite: Cleaned, browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const running = getTestContext();
  const t: Cleaned = running && 'after' in running ? running : suite;
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
  const page = await context.newPage();
  t.after(async () => {
    // A request that a test answers may be on its way still: it is let go, and nobody hears of it.
    await Promise.all(context.pages().map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  });
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { pathname } = new URL(message.location().url || 'about:blank');
    complaints.push(`${message.text()} ${pathname}`);
  });
  t.after(() =>
    assert.deepEqual(
      complaints.filter((text) => BROKEN_POLICY.test(text)),
      [],
      'every page keeps the policy',
    ),
  );
  return { page, complaints };
}

/** The origin must be known before the service is assembled: it refuses changes that other origins ask for. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

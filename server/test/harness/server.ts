import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/start.ts';
import { silentLog } from './log.ts';

/** Safe for tests only: a crash of the machine may lose everything. */
const UNSAFE_BUT_FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  max_wal_size: '256MB',
  jit: 'off',
};

/** A PostgreSQL for tests, in a temporary directory that goes when it stops. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = temporaryDirectory('sluice-test-');
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: UNSAFE_BUT_FAST });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** A PostgreSQL of a test's own, to be stopped in good order and started again where it was. */
export async function startRestartableServer(t: Pick<TestContext, 'after'>) {
  const dataDir = temporaryDirectory('sluice-restart-');
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, settings: UNSAFE_BUT_FAST });
  let current = await start();
  const end = async () => {
    await current.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // After the databases on it were dropped.
  t.after(() => t.after(() => t.after(() => t.after(end))));
  return {
    url: current.url,
    stop: () => current.stop(),
    start: async () => {
      current = await start();
    },
  };
}

/** A new directory that other accounts may enter, as PostgreSQL must when the tests run as root. */
export function temporaryDirectory(prefix: string, within = tmpdir()): string {
  const directory = mkdtempSync(join(within, prefix));
  chmodSync(directory, 0o755);
  return directory;
}

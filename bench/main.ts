import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres/start.ts';
import { createLog } from '../server/src/adapters/pino-log.ts';
import { openDatabase } from '../server/src/base/database.ts';
import { migrate } from '../server/src/base/migrate.ts';
import { benchAnalytics } from './src/analytics.ts';
import { benchDetectors } from './src/detectors.ts';
import { benchEngine } from './src/engine.ts';
import { benchRequestPath } from './src/request-path.ts';
import { benchTools } from './src/tools.ts';

const BENCHES = {
  'request-path': benchRequestPath,
  mcp: benchTools,
  detectors: benchDetectors,
  analytics: benchAnalytics,
  engine: benchEngine,
};

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('error') });
const database = openDatabase({ url: postgres.url });
try {
  await migrate(database, new URL('../server/migrations', import.meta.url).pathname);
  const chosen = process.argv.slice(2);
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (chosen.length === 0 || chosen.includes(name)) await bench(database, postgres.url);
  }
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

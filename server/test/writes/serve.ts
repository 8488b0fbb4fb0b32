import { z } from 'zod';
import { assemble } from '../../assemble.ts';
import { configuredSiteReader } from '../../src/adapters/site-reader/configured.ts';
import { openDatabase } from '../../src/base/database.ts';
import { platformAt, testVault } from '../harness/ad-platform.ts';
import { testConfig } from '../harness/config.ts';
import { noDocuments } from '../harness/documents.ts';
import { testLog } from '../harness/log.ts';
import { RunningClock } from './running-clock.ts';
import { UNLIMITED, work } from './work.ts';

const settings = z
  .object({
    databaseUrl: z.string(),
    emulator: z.string(),
    vaultKey: z.string(),
    aheadMs: z.number(),
    works: z.boolean(),
    sites: z.array(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

/** A process of its own that serves an existing database and an emulator until it is killed. */
const clock = new RunningClock(settings.aheadMs);
const config = testConfig({ ...UNLIMITED, allowPrivateHosts: [new URL(settings.emulator).host, ...settings.sites] });
const service = await assemble({
  config,
  siteReader: configuredSiteReader(config),
  database: openDatabase({ url: settings.databaseUrl }),
  clock,
  log: testLog,
  mailer: { send: async () => {} },
  adPlatform: platformAt(settings.emulator, clock),
  documents: noDocuments,
  tokenVault: testVault(Buffer.from(settings.vaultKey, 'hex')),
});
if (settings.works) await work(service);
process.send?.(await service.http().listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit());

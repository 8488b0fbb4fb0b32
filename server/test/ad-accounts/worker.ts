import process from 'node:process';
import { assemble } from '../../assemble.ts';
import { allTasks } from '../../catalogue.ts';
import { configuredSiteReader } from '../../src/adapters/site-reader/configured.ts';
import { openDatabase } from '../../src/base/database.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { platformAt, testVault } from '../harness/ad-platform.ts';
import { testConfig } from '../harness/config.ts';
import { noDocuments } from '../harness/documents.ts';
import { testLog } from '../harness/log.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { QUICK } from '../tasks/world.ts';

// A worker in a process of its own, to be killed: worker.ts <database url> <emulator> <vault key> <time>
const [, , url = '', origin = '', vaultKey = '', time = ''] = process.argv;
const clock = new TurnableClock(time);
const database = openDatabase({ url });
const { services } = await assemble({
  config: testConfig(),
  database,
  clock,
  log: testLog,
  mailer: { send: async () => {} },
  adPlatform: platformAt(origin, clock),
  siteReader: configuredSiteReader(testConfig()),
  documents: noDocuments,
  tokenVault: testVault(Buffer.from(vaultKey, 'base64')),
});
await startRunner({ services, tasks: allTasks, schedule: [], timing: QUICK });
process.send?.('working');
process.once('disconnect', () => process.exit());

import process from 'node:process';
import { assemble } from '../../assemble.ts';
import { allTasks } from '../../catalogue.ts';
import { openDatabase } from '../../src/base/database.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { noAdPlatform } from '../harness/ad-platform.ts';
import { testConfig } from '../harness/config.ts';
import { noDocuments } from '../harness/documents.ts';
import { testLog } from '../harness/log.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { QUICK } from '../tasks/world.ts';

// A worker in a process of its own, to be killed: worker.ts <database url> <time>
const [, , url = '', time = ''] = process.argv;
const clock = new TurnableClock(time);
const database = openDatabase({ url });
const { services } = await assemble({
  config: testConfig(),
  database,
  clock,
  log: testLog,
  mailer: { send: async () => {} },
  documents: noDocuments,
  ...noAdPlatform(clock),
});
await startRunner({ services, tasks: allTasks, schedule: [], timing: QUICK });
process.once('disconnect', () => process.exit());

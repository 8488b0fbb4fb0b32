import process from 'node:process';
import { openDatabase } from '../../src/base/database.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { kinds } from './kinds.ts';
import { QUICK, servicesOn } from './world.ts';

// A worker in a process of its own, to be ended from outside: worker.ts <database url> <grace in ms>
const [, , url = '', graceMs = '0'] = process.argv;
const database = openDatabase({ url });
const runner = await startRunner({ services: servicesOn(database, kinds), tasks: kinds, schedule: [], timing: QUICK });
process.once('SIGTERM', async () => {
  await runner.stop({ graceMs: Number(graceMs) });
  await database.close();
  process.exit(0);
});
process.send?.(runner.workerId);

import { once } from 'node:events';
import { openDatabase, statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';

const lock = statement<[], object>('select pg_advisory_xact_lock(4714)');
const SILENT_MS = 1_000;

/** A process of its own that holds a lock in the background, and tries to go on once it had to stand still. */
const database = openDatabase({ url: process.argv[2] ?? '', workSilentMs: SILENT_MS });
const held = database.forWork().transaction(async (db) => {
  await db.row(lock);
  const goesOn = once(process, 'SIGCONT');
  process.send?.('held');
  await goesOn;
  await db.row(lock);
});
held.then(
  () => process.send?.('committed'),
  (error) => process.send?.(isOutage(error) ? 'an outage' : String(error)),
);
process.once('disconnect', () => process.exit());

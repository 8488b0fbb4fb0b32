import { once } from 'node:events';
import { openDatabase } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { replaceDays } from '../../src/figures/replace-days.ts';
import { ACCOUNT, termDay } from './world.ts';

const SILENT_MS = 5_000;
const [url = '', organizationId, day = ''] = process.argv.slice(2);

/** A process of its own that loads figures, the last of which come when it is told to go on. */
const database = openDatabase({ url, workSilentMs: SILENT_MS });
const days = { organizationId: Number(organizationId), accountId: ACCOUNT, from: day, to: day };
replaceDays(database.forWork(), 'search_term', days, slowly()).then(
  () => process.send?.('loaded'),
  (error) => process.send?.(isOutage(error) ? 'an outage' : String(error)),
);
process.once('disconnect', () => process.exit());

async function* slowly() {
  yield [termDay(day, 1, 'both', { costMicros: 1 })];
  const told = once(process, 'message');
  process.send?.('loading');
  await told;
  yield [termDay(day, 1, 'late')];
}

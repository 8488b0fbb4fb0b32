import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { freshDatabase } from '../harness/database.ts';

const ownProcess = statement<[], { pid: number }>('select pg_backend_pid() as pid');
const end = statement<[pid: number], never>('select pg_terminate_backend($1)');

for (const waits of [true, false]) {
  const when = waits ? 'and was noticed before the next statement' : 'under the next statement';
  test(`a connection that was lost within a transaction ${when} is an outage`, async (t) => {
    const { database } = await freshDatabase(t);
    const lost = database.transaction(async (transaction) => {
      const { pid } = (await transaction.row(ownProcess)) ?? assert.fail();
      const noticed = waits && new Promise((resolve) => transaction.client.once('end', resolve));
      await database.execute(end, pid);
      await noticed;
      await transaction.row(ownProcess);
    });
    await assert.rejects(lost, isOutage);
  });
}

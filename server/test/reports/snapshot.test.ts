import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Transaction } from '../../src/base/database.ts';
import { dayNumber } from '../../src/base/days.ts';
import { totalOf } from '../../src/reports/evidence.ts';
import { gatherEvidence } from '../../src/reports/gather-evidence.ts';
import { campaignDay } from '../figures/world.ts';
import { reportWorld } from './world.ts';

const UNIT = 1_000_000;

test('figures that come in while a report is being written do not make its parts disagree', async (t) => {
  const world = await reportWorld(t);
  const spends = (amount: number) =>
    world.campaigns('2026-03-02', '2026-03-08', [campaignDay('2026-03-04', 1, { costMicros: amount * UNIT })]);
  await spends(10);
  await world.rebuild();
  const { services } = world.service.service;
  let reads = 0;
  const database: Database = {
    ...services.database,
    transaction: (work, options) =>
      services.database.transaction((transaction) => work(interrupted(transaction)), options),
  };
  /** After the first read of figures a sync brings others. */
  function interrupted(transaction: Transaction): Transaction {
    return {
      ...transaction,
      async rows(statement, ...parameters) {
        const found = await transaction.rows(statement, ...parameters);
        if (statement.text.includes('from campaign_day')) {
          reads += 1;
          if (reads === 1) await spends(99);
        }
        return found;
      },
    };
  }
  const period = { from: dayNumber('2026-03-02'), to: dayNumber('2026-03-08') };
  const evidence = await gatherEvidence({ ...services, database }, world.organizationId, 'weekly', period);
  assert.ok(reads > 1);
  assert.equal(totalOf(evidence, -1).cost_micros, 10 * UNIT);
  assert.equal(evidence.weeks.at(-1)?.counted.cost_micros, 10 * UNIT);
});

import type { Config } from '../base/config.ts';
import type { Services } from '../base/context.ts';
import { dropPartitions, makePartition } from './partition.store.ts';

const DAY_MS = 86_400_000;

/** A table of the trail: how much time one partition holds, how many are made ahead, how long they are kept. */
interface Trail {
  table: string;
  stretch: '1 month' | '1 day';
  ahead: number;
  daysKept(config: Config): number;
}

const TRAILS: readonly Trail[] = [
  { table: 'audit_event', stretch: '1 month', ahead: 2, daysKept: ({ auditRetention }) => auditRetention.days },
  {
    table: 'unattributed_audit_event',
    stretch: '1 day',
    ahead: 7,
    daysKept: ({ auditRetention }) => auditRetention.unattributedDays,
  },
];

/** Makes the partitions of now and of what comes next. */
export async function makePartitions({ database, clock }: Services): Promise<void> {
  for (const { table, stretch, ahead } of TRAILS) {
    for (let next = 0; next <= ahead; next += 1) {
      await database.row(
        makePartition,
        table,
        begin(clock.now(), stretch, next),
        begin(clock.now(), stretch, next + 1),
      );
    }
  }
}

/** Drops the partitions of which everything is older than it has to be kept. */
export async function dropOldPartitions({ database, clock, config, log }: Services): Promise<void> {
  for (const { table, stretch, daysKept } of TRAILS) {
    const before = new Date(clock.now() - daysKept(config) * DAY_MS).toISOString();
    const { dropped = 0 } = (await database.row(dropPartitions, table, stretch, before)) ?? {};
    if (dropped > 0) log.info({ table, before, dropped }, 'old audit events were removed');
  }
}

/** Makes the partitions when a process starts; without them events are kept all the same, only not as tidily. */
export async function readyAuditTrail(services: Services): Promise<void> {
  try {
    await makePartitions(services);
  } catch (err) {
    services.log.warn({ err }, 'the partitions of the audit trail were not made');
  }
}

/** When the nth stretch after the one of an instant begins (UTC). */
function begin(instant: number, stretch: Trail['stretch'], nth: number): string {
  const date = new Date(instant);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return new Date(stretch === '1 month' ? Date.UTC(year, month + nth) : Date.UTC(year, month, day + nth)).toISOString();
}

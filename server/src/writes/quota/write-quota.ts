import type { Services, Tenancy } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { giveBackWrite, ownQuota, spendWrite } from './write-quota.store.ts';

const DAY_MS = 86_400_000;

/** Counts one executed write against the organization's day, in the transaction that executes it. */
export async function spendQuota({ db, organizationId, config, clock }: Services & Tenancy): Promise<void> {
  const own = await db.row(ownQuota, organizationId);
  const now = clock.now();
  const spent = await db.row(spendWrite, organizationId, dayOf(now), own?.daily_write_quota ?? config.dailyWriteQuota);
  if (spent) return;
  const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  throw new Refusal('write_quota_exceeded', 'The organization has used up its writes of this UTC day.', {
    headers: { 'retry-after': String(seconds) },
  });
}

/** A write that the platform declined was not executed. */
export async function giveBackQuota({ db, organizationId }: Tenancy, at: string): Promise<void> {
  await db.execute(giveBackWrite, organizationId, at.slice(0, 10));
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

import type { Services, Tenancy } from '../../base/context.ts';
import { secondsOfDayLeft } from '../../base/daily-allowance.ts';
import { Refusal } from '../../base/errors.ts';
import { giveBackWrite, ownQuota, spendHeld, spendWrite, spentWrites } from './write-quota.store.ts';

/** The last tenth of a day's writes is kept for changes. */
const KEPT_FOR_CHANGES = 10;

/** Where few writes a day are allowed, changes may still wait for the days to come. */
const FEWEST_HELD = 100;

/** What a write is worth: a stop of spending is never refused, and documents leave something for changes. */
export type Spending = 'stop' | 'change' | 'document';

/** Counts one executed write against the organization's day, in the transaction that executes it. */
export async function spendQuota(
  { db, organizationId, config, clock }: Services & Tenancy,
  spending: Spending,
): Promise<void> {
  const own = await db.row(ownQuota, organizationId);
  const now = clock.now();
  const limit = within(own?.daily_write_quota ?? config.dailyWriteQuota, spending);
  if (await db.row(spendWrite, organizationId, dayOf(now), limit)) return;
  throw usedUp(now);
}

/**
 * Counts one write that is put into the approval queue, in the transaction that does so: as many a day as may be executed.
 * It is not executed by that, and is counted as such once somebody approves it. Stops are not counted: they would leave
 * other changes less.
 */
export async function spendHold({ db, organizationId, config, clock }: Services & Tenancy): Promise<void> {
  const own = await db.row(ownQuota, organizationId);
  const now = clock.now();
  const limit = Math.max(own?.daily_write_quota ?? config.dailyWriteQuota, FEWEST_HELD);
  if (await db.row(spendHeld, organizationId, dayOf(now), limit)) return;
  throw usedUp(now, 'The organization has sent as many changes to its approval queue as it may on this UTC day.');
}

/** Refuses what could not be counted any more, before anything is asked of the ad platform for it. */
export async function mustHaveQuota({ db, organizationId, config, clock }: Services & Tenancy): Promise<void> {
  const now = clock.now();
  const own = await db.row(ownQuota, organizationId);
  const spent = await db.row(spentWrites, organizationId, dayOf(now));
  if ((spent?.used ?? 0) >= (own?.daily_write_quota ?? config.dailyWriteQuota)) throw usedUp(now);
}

function usedUp(now: number, message = 'The organization has used up its writes of this UTC day.'): Refusal {
  return new Refusal('write_quota_exceeded', message, { headers: { 'retry-after': String(secondsOfDayLeft(now)) } });
}

const LARGEST = 2 ** 31 - 1;

function within(quota: number, spending: Spending): number {
  if (spending === 'stop') return LARGEST;
  return spending === 'document' ? quota - Math.floor(quota / KEPT_FOR_CHANGES) : quota;
}

/** A write that the platform declined was not executed. */
export async function giveBackQuota({ db, organizationId }: Tenancy, at: string): Promise<void> {
  await db.execute(giveBackWrite, organizationId, at.slice(0, 10));
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

import { z } from 'zod';
import { accountDays } from '../ad-accounts/account-days.ts';
import { linkedAccounts, listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import { mondayOf } from '../base/days.ts';
import { serviceTask, type Work } from '../tasks/task.ts';
import { areIn } from './evidence.ts';
import { wasMadeEarly } from './report.store.ts';
import { lastPeriod } from './report-types.ts';
import { queueReport } from './start-report.ts';

const TIMEOUT_SECONDS = 600;

/**
 * Queues the weekly report of every organization with a linked account, once for each week: as soon as Sunday's figures
 * are in, or without them when Monday is over, so that a sync that fails is told rather than waited for. One that was
 * written without them, then or because somebody asked for it, is written again once they are in.
 */
export const makeWeeklyReports = serviceTask({
  type: 'make_weekly_reports',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, work) {
    let last = 0;
    let reports = 0;
    for await (const accounts of linkedAccounts(work.database)) {
      for (const { organizationId } of accounts) {
        work.signal.throwIfAborted();
        if (organizationId === last) continue;
        last = organizationId;
        if (await queueIfDue(work, organizationId)) reports += 1;
      }
    }
    return { reports };
  },
});

async function queueIfDue(work: Work, organizationId: number): Promise<boolean> {
  const tenancy = { organizationId, db: work.database };
  const days = accountDays(await listAdAccounts(tenancy), work.clock.now());
  const period = lastPeriod('weekly', days.today);
  const isIn = areIn(days, period);
  if (!isIn && days.today === mondayOf(days.today)) return false;
  const early = await wasMadeEarly(tenancy, 'weekly', period);
  if (early === false || (early && !isIn)) return false;
  await work.database.transaction((db) =>
    queueReport(work, { organizationId, db }, { type: 'weekly', period, requestedBy: null }),
  );
  return true;
}

import { z } from 'zod';
import { todayOf } from '../ad-accounts/account-days.ts';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import type { Context, Services, Tenancy } from '../base/context.ts';
import { dayText } from '../base/days.ts';
import { Refusal } from '../base/errors.ts';
import type { Verbatim } from '../base/operation.ts';
import { type QueuedTask, type RequestedBy, requestedBy } from '../base/task-queue.ts';
import type { Days } from '../documents/numbers.ts';
import { startOnce } from '../writes/start-once.ts';
import { reportOfPeriod } from './report.store.ts';
import { lastPeriod, type ReportType } from './report-types.ts';
import { reportUrl } from './report-view.ts';

/** The type of the task that writes a report. */
export const GENERATE_REPORT = 'generate_report';

/** What starting a report answers. */
export const startedReport = z.object({
  task_tracking_id: z.int(),
  status: z.literal('queued'),
  report: z.string().describe('Id of the report; one that exists can be read meanwhile, as it was.'),
  url: z.string(),
});

type Started = z.infer<typeof startedReport>;

/** Starts the report of a type's last complete period, for whoever asks. */
export function startReport(context: Context, operation: string, type: ReportType): Promise<Started | Verbatim> {
  const { caller, organization, config, clock } = context;
  const asked = { operation, input: { type }, scope: 'reports:generate' } as const;
  return startOnce(context, asked, async (within) => {
    const accounts = await listAdAccounts(within);
    if (accounts.length === 0) {
      throw new Refusal('setup_required', 'There is no ad account to report on. Connect one in the dashboard first.');
    }
    const period = lastPeriod(type, todayOf(accounts, clock.now()));
    const asking = { type, period, requestedBy: requestedBy(caller) };
    const { report, task, added } = await queueReport(within, within, asking);
    const url = reportUrl(config.appUrl, organization.slug, type, report);
    return { result: { task_tracking_id: task, status: 'queued', report, url }, added };
  });
}

/** Queues the writing of a report; while the one of that period is being written, no other is added. */
export async function queueReport(
  { tasks, clock }: Pick<Services, 'tasks' | 'clock'>,
  tenancy: Tenancy,
  { type, period, requestedBy: asker }: { type: ReportType; period: Days; requestedBy: RequestedBy | null },
): Promise<QueuedTask & { report: string }> {
  const { id: report } = await reportOfPeriod(tenancy, type, period, clock.now());
  const [from, to] = [dayText(period.from), dayText(period.to)];
  const queued = await tasks.addOrJoin(tenancy.db, {
    organizationId: tenancy.organizationId,
    type: GENERATE_REPORT,
    payload: { report_id: report, type, from, to },
    onlyOne: `${GENERATE_REPORT}:${report}`,
    about: `report:${report}`,
    requestedBy: asker,
  });
  return { report, ...queued };
}

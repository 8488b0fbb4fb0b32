import { z } from 'zod';
import { Refusal } from '../base/errors.ts';
import { start } from '../base/operation.ts';
import { reportTypeOf, reportTypeText } from './report-types.ts';
import { startedReport, startReport } from './start-report.ts';

/** Asks for the weekly report of the last complete week. */
export const generateReport = start({
  name: 'generate_report',
  summary: 'Generate the weekly report',
  description:
    'Writes the report of the last complete week, Monday to Sunday in the days of the ad account; only the type weekly can be generated here. The work goes on in the background: follow it with svc_get_task_status, then read it with svc_get_report. Asked for again, the report of the same week is rebuilt in place and keeps its id. It counts as a write and changes no campaign. The engine makes it by itself each Monday, so look for the latest one first.',
  rest: 'POST /organizations/{org}/reports/{type}',
  tool: 'svc_generate_report',
  scope: 'reports:generate',
  changes: ['reports', 'tasks'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: true,
  takesIdempotencyKey: true,
  confirmsAccess: true,
  input: z.strictObject({ type: reportTypeText }),
  output: startedReport,

  async run({ type: named }, context) {
    const type = reportTypeOf(named);
    if (type !== 'weekly') {
      throw new Refusal(
        'not_supported',
        `Only weekly reports can be generated here; ${type} ones are made in the dashboard.`,
      );
    }
    return startReport(context, 'generate_report', type);
  },
});

import { z } from 'zod';
import { start } from '../base/operation.ts';
import { reportTypeOf, reportTypeText } from './report-types.ts';
import { startedReport, startReport } from './start-report.ts';

/** Makes a report of any type; only people can ask for it, in the dashboard. */
export const makeReport = start({
  name: 'make_report',
  summary: 'Make a report of any type',
  description: 'Writes the report of the last complete period of its type; the same period is rebuilt in place.',
  rest: 'POST /organizations/{org}/reports/{type}/make',
  tool: null,
  scope: 'reports:generate',
  audience: 'dashboard',
  changes: ['reports', 'tasks'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: true,
  confirmsAccess: true,
  input: z.strictObject({ type: reportTypeText }),
  output: startedReport,
  run: async ({ type }, context) => startReport(context, 'make_report', reportTypeOf(type)),
});

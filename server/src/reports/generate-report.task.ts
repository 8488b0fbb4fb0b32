import { z } from 'zod';
import { dayNumber } from '../base/days.ts';
import { written } from '../documents/page.ts';
import { phrased } from '../documents/phrase.ts';
import { task } from '../tasks/task.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { saveReport } from './report.store.ts';
import { REPORT_TYPES } from './report-types.ts';
import { GENERATE_REPORT } from './start-report.ts';
import { pageOf } from './write-report.ts';

const TIMEOUT_SECONDS = 300;
const RETRIES = { attempts: 3, backoffSeconds: 10 };

/** Writes a report and puts it in the place of the one before, in one statement. It may begin again at any point. */
export const generateReportTask = task({
  type: GENERATE_REPORT,
  payload: z.strictObject({ report_id: z.string(), type: z.enum(REPORT_TYPES), from: z.string(), to: z.string() }),
  changes: ['reports'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ report_id, type, from, to }, context) {
    await context.stage('Reading the figures');
    const period = { from: dayNumber(from), to: dayNumber(to) };
    const evidence = await gatherEvidence(context, context.organizationId, type, period);
    await context.stage('Writing the report');
    const page = await phrased(pageOf(type, evidence), context.writer, context.signal);
    const report = written(page);
    context.signal.throwIfAborted();
    await saveReport(context, report_id, report, context.clock.now());
    return undefined;
  },
});

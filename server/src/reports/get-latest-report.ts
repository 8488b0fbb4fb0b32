import { z } from 'zod';
import { read } from '../base/operation.ts';
import { reportTypeText } from './report-types.ts';
import { readReport, reportView } from './report-view.ts';

/** The newest report of a type. Agents ask for it through the tool of `get_report`, by naming none. */
export const getLatestReport = read({
  name: 'get_latest_report',
  summary: 'Get the latest report of a type',
  description: 'Reads the newest report of one type with its markdown body; not_found while there is none.',
  rest: 'GET /organizations/{org}/reports/{type}/latest',
  tool: null,
  scope: 'reports:read',
  input: z.strictObject({ type: reportTypeText }),
  output: reportView,
  run: ({ type }, context) => readReport(context, type),
});

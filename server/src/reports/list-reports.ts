import { z } from 'zod';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { pageInput, pageOutput, timestamp } from '../base/schemas.ts';
import { reportPage } from './report.store.ts';
import { reportTypeOf, reportTypeText } from './report-types.ts';

const position = z.object({ start: z.string() });

/** The reports of a type, without their bodies. */
export const listReports = read({
  name: 'list_reports',
  summary: 'List the reports of a type',
  description:
    'Lists the reports of one type (weekly, strategic, intelligence, performance or competitor), newest first, without their bodies. There is one for each period. Read one by its id next.',
  rest: 'GET /organizations/{org}/reports/{type}',
  tool: null,
  scope: 'reports:read',
  input: z.strictObject({ type: reportTypeText, ...pageInput }),
  output: z.object({
    reports: z.array(z.object({ id: z.string(), type: z.string(), generated_at: timestamp })),
    ...pageOutput,
  }),

  async run({ type: named, limit, cursor }, context) {
    const type = reportTypeOf(named);
    const query = { list: 'reports', type };
    const after = positionOf(context, query, cursor, position);
    const found = await reportPage(context, type, after?.start, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ period_start }) => ({ start: period_start }));
    return {
      reports: rows.map(({ id, generated_at }) => ({ id, type, generated_at })),
      total: found.total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});

import { z } from 'zod';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { pageInput, pageOutput, timestamp } from '../base/schemas.ts';
import { allReportsPage } from './report.store.ts';
import { REPORT_TYPES, reportTypeOf, reportTypeText } from './report-types.ts';

const position = z.object({ generatedAt: z.string(), id: z.string() });

/** The reports of every type with the days that they are about, for the page that lists them. */
export const listAllReports = read({
  name: 'list_all_reports',
  summary: 'List the reports of all types',
  description: 'Lists reports with the days that they are about, the one written last first.',
  rest: 'GET /organizations/{org}/reports',
  tool: null,
  scope: 'reports:read',
  audience: 'dashboard',
  input: z.strictObject({ type: reportTypeText.optional(), ...pageInput }),
  output: z.object({
    reports: z.array(
      z.object({
        id: z.string(),
        type: z.enum(REPORT_TYPES),
        period: z.object({ from: z.string(), to: z.string() }),
        generated_at: timestamp,
      }),
    ),
    ...pageOutput,
  }),

  async run({ type: named, limit, cursor }, context) {
    const type = named === undefined ? null : reportTypeOf(named);
    const query = { list: 'all_reports', type };
    const after = positionOf(context, query, cursor, position);
    const found = await allReportsPage(context, { type, after, limit: limit + 1 });
    const { rows, next } = pageOf(found.rows, limit, ({ generated_at, id }) => ({ generatedAt: generated_at, id }));
    return {
      reports: rows.map(({ id, type, generated_at, period_start, period_end }) => ({
        id,
        type,
        period: { from: period_start, to: period_end },
        generated_at,
      })),
      total: found.total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});

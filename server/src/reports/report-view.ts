import { z } from 'zod';
import type { Tenancy } from '../base/context.ts';
import { notFound } from '../base/errors.ts';
import { timestamp } from '../base/schemas.ts';
import { findReport, type ReportWithBody } from './report.store.ts';
import { reportTypeOf } from './report-types.ts';

/** A report as it is answered. */
export const reportView = z.object({
  id: z.string(),
  type: z.string(),
  generated_at: timestamp,
  markdown: z.string().describe('The body. Names, keywords and search terms in it stand in “quotation marks”.'),
});

/** The report named, or the newest of its type. */
export async function readReport(tenancy: Tenancy, type: string, id?: string): Promise<ReportWithBody> {
  const report = await findReport(tenancy, reportTypeOf(type), id);
  if (!report) throw notFound(id === undefined ? 'A report of this type' : 'That report');
  return report;
}

/** Where the dashboard shows a report. */
export function reportUrl(appUrl: string, organization: string, type: string, id: string): string {
  return `${appUrl}/o/${organization}/reports/${type}/${id}`;
}

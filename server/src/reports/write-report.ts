import type { Page } from '../documents/page.ts';
import type { Evidence } from './evidence.ts';
import type { ReportType } from './report-types.ts';
import { weeklyReport } from './weekly.ts';

const REPORTS: { readonly [Type in ReportType]: (evidence: Evidence) => Page } = {
  weekly: weeklyReport,
  strategic: weeklyReport,
  intelligence: weeklyReport,
  performance: weeklyReport,
  competitor: weeklyReport,
};

/** Writes a report of a type from what was gathered for it. */
export function pageOf(type: ReportType, evidence: Evidence): Page {
  return REPORTS[type](evidence);
}

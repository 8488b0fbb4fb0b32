import type { Page } from '../documents/page.ts';
import { competitorReport } from './competitor-report.ts';
import type { Evidence } from './evidence.ts';
import { intelligenceReport } from './intelligence-report.ts';
import { performanceReport } from './performance-report.ts';
import type { ReportType } from './report-types.ts';
import { strategicReport } from './strategic-report.ts';
import { weeklyReport } from './weekly.ts';

const REPORTS: { readonly [Type in ReportType]: (evidence: Evidence) => Page } = {
  weekly: weeklyReport,
  strategic: strategicReport,
  intelligence: intelligenceReport,
  performance: performanceReport,
  competitor: competitorReport,
};

/** Writes a report of a type from what was gathered for it. */
export function pageOf(type: ReportType, evidence: Evidence): Page {
  return REPORTS[type](evidence);
}

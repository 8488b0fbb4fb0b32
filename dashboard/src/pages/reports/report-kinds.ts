import type { Answer, api } from '../../api.ts';

/** A report as the list shows it. */
export type ListedReport = Answer<typeof api.listAllReports>['reports'][number];
export type ReportType = ListedReport['type'];

interface ReportKind {
  type: ReportType;
  name: string;
  /** What it tells, for whoever chooses one. */
  tells: string;
  /** Which days it is about. */
  period: string;
}

/** The reports there are, the most asked for first. */
export const REPORT_KINDS: readonly ReportKind[] = [
  {
    type: 'weekly',
    name: 'Weekly',
    tells: 'What happened, why, and the one budget decision that is needed.',
    period: 'The last complete week',
  },
  {
    type: 'performance',
    name: 'Performance',
    tells: 'The month in figures: campaigns, brand against the rest, what moved.',
    period: 'The last calendar month',
  },
  {
    type: 'strategic',
    name: 'Strategic',
    tells: 'Where the account is going: trends, where the money goes, what was done.',
    period: 'The last twelve weeks',
  },
  {
    type: 'intelligence',
    name: 'Intelligence',
    tells: 'What people search for: new, wasted and converting searches.',
    period: 'The last four weeks',
  },
  {
    type: 'competitor',
    name: 'Competitor',
    tells: 'Share of the auctions lost, and competitors that people search for.',
    period: 'The last four weeks',
  },
];

/** A type of report as people call it. */
export function reportName(type: string): string {
  return `${REPORT_KINDS.find((kind) => kind.type === type)?.name ?? type} report`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Days as people write them: 2–8 Mar 2026. */
export function periodWords({ from, to }: ListedReport['period']): string {
  return day.formatRange(new Date(from), new Date(to));
}

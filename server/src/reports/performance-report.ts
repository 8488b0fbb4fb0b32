import type { Page } from '../documents/page.ts';
import { quote, say } from '../documents/prose.ts';
import { type Evidence, periodOf } from './evidence.ts';
import { brandSplit, budgetsAgainstCap, campaignTable } from './sections/campaigns.ts';
import { causes } from './sections/causes.ts';
import { completeness } from './sections/completeness.ts';
import { inShort } from './sections/in-short.ts';
import { kpiTable, trend } from './sections/kpi-table.ts';
import { whatWaits, whatWasDone } from './sections/work.ts';
import { writingOf } from './sections/writing.ts';

/** The performance report: a calendar month against the one before, for whoever keeps the books. */
export function performanceReport(evidence: Evidence): Page {
  const writing = writingOf(evidence);
  const { numbers, source } = writing;
  return {
    title: say`Performance report: ${quote(evidence.organization.name)}, ${numbers.period(periodOf(evidence), source)}`,
    sections: [
      inShort(writing, false),
      completeness(writing),
      kpiTable(writing, { now: 'This month', before: 'Month before', earlier: '' }),
      brandSplit(writing),
      campaignTable(writing),
      causes(writing),
      trend(writing, 8),
      { title: 'Budgets', blocks: [budgetsAgainstCap(writing)] },
      whatWasDone(writing),
      whatWaits(writing),
    ],
  };
}

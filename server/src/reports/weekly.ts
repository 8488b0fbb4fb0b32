import type { Page } from '../documents/page.ts';
import { quote, say } from '../documents/prose.ts';
import { type Evidence, periodOf } from './evidence.ts';
import { brandSplit, campaignTable } from './sections/campaigns.ts';
import { causes } from './sections/causes.ts';
import { completeness } from './sections/completeness.ts';
import { inShort } from './sections/in-short.ts';
import { kpiTable, trend } from './sections/kpi-table.ts';
import { searchTerms } from './sections/terms.ts';
import { nextWeek, whatWaits, whatWasDone } from './sections/work.ts';
import { writingOf } from './sections/writing.ts';

/** The weekly report, for an owner with five minutes: the decision first, then what it rests on. */
export function weeklyReport(evidence: Evidence): Page {
  const writing = writingOf(evidence);
  const { numbers, source } = writing;
  return {
    title: say`Weekly report: ${quote(evidence.organization.name)}, ${numbers.period(periodOf(evidence), source)}`,
    sections: [
      inShort(writing),
      completeness(writing),
      kpiTable(writing, { now: 'This week', before: 'Week before', earlier: 'Four-week average' }),
      trend(writing, 5),
      brandSplit(writing),
      campaignTable(writing),
      causes(writing),
      searchTerms(writing),
      whatWasDone(writing),
      whatWaits(writing),
      nextWeek(writing),
    ],
  };
}

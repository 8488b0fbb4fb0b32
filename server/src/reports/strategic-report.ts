import { fraction } from '../documents/fraction.ts';
import type { Page, Section } from '../documents/page.ts';
import { type Prose, quote, say } from '../documents/prose.ts';
import { type CampaignLine, type Evidence, figuresSource, nowOf, periodOf, totalOf } from './evidence.ts';
import { CPA } from './kpi.ts';
import { brandSplit, budgetsAgainstCap, campaignsInWords, campaignTable } from './sections/campaigns.ts';
import { causes } from './sections/causes.ts';
import { completeness } from './sections/completeness.ts';
import { inShort } from './sections/in-short.ts';
import { kpiTable, trend } from './sections/kpi-table.ts';
import { whatWaits, whatWasDone } from './sections/work.ts';
import { named, type Writing, writingOf } from './sections/writing.ts';

/** The strategic report: the last six weeks against the six before, and where the next money should go. */
export function strategicReport(evidence: Evidence): Page {
  const writing = writingOf(evidence);
  const { numbers } = writing;
  const whole = { from: evidence.periods[0]?.from ?? 0, to: periodOf(evidence).to };
  return {
    title: say`Strategic report: ${quote(evidence.organization.name)}, ${numbers.period(whole, figuresSource(whole))}`,
    sections: [
      ofWhichDays(writing, inShort(writing)),
      completeness(writing),
      kpiTable(writing, { now: 'Last six weeks', before: 'Six weeks before', earlier: '' }),
      trend(writing, 12),
      whereMoneyGoes(writing),
      brandSplit(writing),
      campaignTable(writing),
      causes(writing),
      whatWasDone(writing),
      whatWaits(writing),
      unknowns(writing),
    ],
  };
}

/** The title names all twelve weeks: what is told in short is headed by the six that it is of. */
function ofWhichDays({ evidence, numbers, source }: Writing, { title, blocks }: Section): Section {
  const now = numbers.period(periodOf(evidence), source);
  const [before] = evidence.periods;
  const against = before
    ? say`; they are compared with the six weeks before, ${numbers.period(before, figuresSource(before))}`
    : say``;
  const told = say`Figures are of the last six weeks, ${now}, where no other days are named${against}.`;
  return { title, blocks: [told, ...blocks] };
}

/** How the money is spread, and which campaigns turn it into conversions at what price. */
function whereMoneyGoes(writing: Writing): Section {
  const { evidence, numbers, source } = writing;
  const total = totalOf(evidence, -1);
  if (total.cost_micros === 0) return { title: 'Where the money goes', blocks: [] };
  const { cheapest: best, dearest: worst, fruitless } = evidence.campaigns;
  const share = (line: CampaignLine) =>
    numbers.percent(fraction(nowOf(line).cost_micros, total.cost_micros) ?? ZERO, source);
  const cost = (line: CampaignLine): Prose => numbers.money(CPA.of(nowOf(line)) ?? ZERO, source);
  const spread =
    best && worst && best !== worst
      ? [
          say`A conversion is cheapest in ${named(best.name)}, at ${cost(best)} with ${share(best)} of the spend, and dearest in ${named(worst.name)}, at ${cost(worst)} with ${share(worst)}. Cheap conversions do not multiply for ever: move money in small steps and see what the next ones cost.`,
        ]
      : [];
  const without = fruitless.top.map(
    (line) =>
      say`${named(line.name)} took ${numbers.micros(nowOf(line).cost_micros, source)} and brought no conversion.`,
  );
  return {
    title: 'Where the money goes',
    blocks: [
      say`There are ${campaignsInWords(writing)}. ${budgetsAgainstCap(writing)}`,
      ...spread,
      { bullets: without },
    ],
  };
}

const ZERO = { n: 0n, d: 1n };

/** What would change the picture and is not known here. */
function unknowns({ evidence }: Writing): Section {
  return {
    title: 'What is not known',
    blocks: [
      {
        bullets: [
          say`The margin of an order: without it nobody can say what a conversion may cost at most.`,
          say`How many conversions become customers, and what they are worth later.`,
          ...(evidence.campaigns.hasGains ? [] : [say`The value of conversions: none is recorded.`]),
          say`What would have come without ads; brand campaigns hide it most.`,
        ],
      },
    ],
  };
}

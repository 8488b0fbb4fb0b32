import { compare, fraction } from '../documents/fraction.ts';
import type { Page, Section } from '../documents/page.ts';
import { type Prose, quote, say } from '../documents/prose.ts';
import { type CampaignLine, type Evidence, figuresSource, periodOf, totalOf } from './evidence.ts';
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
      inShort(writing),
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

/** How the money is spread, and which campaigns turn it into conversions at what price. */
function whereMoneyGoes(writing: Writing): Section {
  const { evidence, numbers, source } = writing;
  const total = totalOf(evidence.campaigns, -1);
  if (total.cost_micros === 0) return { title: 'Where the money goes', blocks: [] };
  const priced = evidence.campaigns.filter(({ figures }) => (figures.at(-1)?.conversions_micros ?? 0) > 0);
  const sorted = [...priced].sort((a, b) => compareCpa(a, b));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  const share = (line: CampaignLine) =>
    numbers.percent(fraction(line.figures.at(-1)?.cost_micros ?? 0, total.cost_micros) ?? ZERO, source);
  const cost = (line: CampaignLine): Prose => numbers.money(CPA.of(line.figures.at(-1) ?? total) ?? ZERO, source);
  const spread =
    best && worst && best !== worst
      ? [
          say`A conversion is cheapest in ${named(best.name)}, at ${cost(best)} with ${share(best)} of the spend, and dearest in ${named(worst.name)}, at ${cost(worst)} with ${share(worst)}. Cheap conversions do not multiply for ever: move money in small steps and see what the next ones cost.`,
        ]
      : [];
  const fruitless = evidence.campaigns.filter(({ figures }) => {
    const now = figures.at(-1);
    return now !== undefined && now.cost_micros > 0 && now.conversions_micros <= 0;
  });
  const without = fruitless.map(
    (line) =>
      say`${named(line.name)} took ${numbers.micros(line.figures.at(-1)?.cost_micros ?? 0, source)} and brought no conversion.`,
  );
  return {
    title: 'Where the money goes',
    blocks: [
      say`There are ${campaignsInWords(writing)}. ${budgetsAgainstCap(writing)}`,
      ...spread,
      { bullets: without.slice(0, 5) },
    ],
  };
}

const ZERO = { n: 0n, d: 1n };

function compareCpa(a: CampaignLine, b: CampaignLine): number {
  const [one, other] = [a, b].map(({ figures }) => figures.at(-1)).map((now) => (now ? CPA.of(now) : undefined));
  return one && other ? compare(one, other) : 0;
}

/** What would change the picture and is not known here. */
function unknowns({ evidence }: Writing): Section {
  const hasValues = evidence.campaigns.some(({ figures }) => (figures.at(-1)?.value_micros ?? 0) > 0);
  return {
    title: 'What is not known',
    blocks: [
      {
        bullets: [
          say`The margin of an order: without it nobody can say what a conversion may cost at most.`,
          say`How many conversions become customers, and what they are worth later.`,
          ...(hasValues ? [] : [say`The value of conversions: none is recorded.`]),
          say`What would have come without ads; brand campaigns hide it most.`,
        ],
      },
    ],
  };
}

import { changeInWords, changeOf, firstDayText, NOISE_TEXT } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import { type Counted, NOTHING, plus } from '../../figures/ratios.ts';
import { comparisonSource, coverageOf, type Evidence, figuresSource, totalOf } from '../evidence.ts';
import { averaged, CONVERSIONS, CPA, KPIS, SPEND, shown } from '../kpi.ts';
import { SOURCES, type Writing } from './writing.ts';

/** The figures of the period against the one before, against the average of the earlier ones, and against the target. */
export function kpiTable(writing: Writing, words: { now: string; before: string; earlier: string }): Section {
  const { evidence, numbers, source } = writing;
  const last = evidence.periods.length - 1;
  const now = totalOf(evidence, last);
  const before = last > 0 && isWhole(evidence, last - 1) ? totalOf(evidence, last - 1) : undefined;
  const comparable = before && isWhole(evidence, last);
  const earlier = last > 1 ? wholePeriods(evidence).filter((index) => index < last) : [];
  const sum = earlier.reduce<Counted>((total, index) => plus(total, totalOf(evidence, index)), NOTHING);
  const earlierSource = sourceOver(evidence, earlier);
  const previousSource = before ? figuresSource(at(evidence, last - 1)) : source;
  const rows = KPIS.map((kpi) => {
    const value = kpi.of(now);
    const previous = before && kpi.of(before);
    const average = earlier.length > 0 ? averaged(kpi, sum, earlier.length) : undefined;
    return [
      say`${kpi.name}`,
      shown(numbers, kpi, value, source),
      before ? shown(numbers, kpi, previous, previousSource) : say`unknown`,
      comparable
        ? changeInWords(changeOf(value, previous), kpi.better, comparisonSource(evidence))
        : say`no comparison`,
      ...(last > 1 ? [earlier.length > 0 ? shown(numbers, kpi, average, earlierSource) : say`unknown`] : []),
      kpi === CPA ? targetCell(writing) : say`—`,
    ];
  });
  const head = ['', words.now, words.before, 'Change'];
  const table = {
    head: [
      ...head,
      ...(last > 1
        ? [earlier.length === last || earlier.length === 0 ? words.earlier : averageOf(earlier.length)]
        : []),
      'Target',
    ],
    rows,
  };
  const blocks: Block[] = [
    { table },
    say`Changes under ${numbers.rule(NOISE_TEXT)} are within noise: do not act on them.`,
  ];
  return { title: 'The figures', blocks: coverageOf(evidence, at(evidence, last)) === 'none' ? [] : blocks };
}

/** Where not all earlier weeks are in, the average is told to be that of the others. */
function averageOf(weeks: number): string {
  return weeks === 1
    ? 'The one whole week before'
    : `Average of the ${['', '', 'two', 'three'][weeks] ?? ''} whole weeks before`;
}

/** Judged by the campaigns that have a target alone: the others would only make it look better or worse. */
function targetCell({ evidence, numbers, source }: Writing): Prose {
  const { target } = evidence.campaigns;
  const cpa = CPA.of(evidence.campaigns.aimed.counted);
  if (!target || !cpa) return say`none to judge by`;
  const aim = numbers.money(target, `${SOURCES.settings}: target CPAs weighed by conversions`);
  return say`${aim}; campaigns with one paid ${numbers.money(cpa, source)}`;
}

/** Spend by week as bars, with the table beside it. */
export function trend({ evidence, numbers }: Writing, count: number): Section {
  const weeks = evidence.weeks.slice(-count).filter(({ days }) => coverageOf(evidence, days) === 'whole');
  if (weeks.length < FEWEST_WEEKS) return { title: '', blocks: [] };
  const rows = weeks.map(({ days, counted }) => {
    const source = figuresSource(days);
    const cells = [SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(counted), source));
    return [numbers.period(days, source), ...cells];
  });
  const bars = weeks.map(({ days, counted }) => ({
    name: firstDayText(days),
    label: numbers.wholeMoney(counted.cost_micros),
    value: counted.cost_micros,
  }));
  const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []];
  const alt = say`Spend by week as bars, from ${first[1] ?? ''} in ${first[0] ?? ''} to ${last[1] ?? ''} in ${last[0] ?? ''}; the table below has every value.`;
  const chart = { alt, title: 'Spend by week, named by its first day', bars };
  return {
    title: 'Week by week',
    blocks: [{ chart }, { table: { head: ['Days', 'Spend', 'Conversions', 'CPA'], rows } }],
  };
}

const FEWEST_WEEKS = 3;

function wholePeriods(evidence: Evidence): number[] {
  return evidence.periods.flatMap((_, index) => (isWhole(evidence, index) ? [index] : []));
}

/** Whether a period can be compared: all of its days are in. */
export function isWhole(evidence: Evidence, index: number): boolean {
  return coverageOf(evidence, at(evidence, index)) === 'whole';
}

function sourceOver(evidence: Evidence, indexes: readonly number[]): string {
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return figuresSource({ from: at(evidence, first).from, to: at(evidence, last).to });
}

function at({ periods }: Evidence, index: number) {
  const period = periods[index];
  if (!period) throw new RangeError('there is no such period');
  return period;
}

import type { Fraction } from '../../documents/fraction.ts';
import { changeInWords, changeOf, NOISE_TEXT, periodText } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import { type Counted, NOTHING, plus } from '../../figures/ratios.ts';
import { coverageOf, type Evidence, figuresSource, targetOf, totalOf } from '../evidence.ts';
import { averaged, CONVERSIONS, CPA, KPIS, SPEND, shown } from '../kpi.ts';
import { SOURCES, type Writing } from './writing.ts';

/** The figures of the period against the one before, against the average of the earlier ones, and against the target. */
export function kpiTable(writing: Writing, words: { unit: string; earlier: string }): Section {
  const { evidence, numbers, source } = writing;
  const last = evidence.periods.length - 1;
  const now = totalOf(evidence.campaigns, last);
  const before = last > 0 && isWhole(evidence, last - 1) ? totalOf(evidence.campaigns, last - 1) : undefined;
  const comparable = before && isWhole(evidence, last);
  const earlier = last > 1 ? wholePeriods(evidence).filter((index) => index < last) : [];
  const sum = earlier.reduce<Counted>((total, index) => plus(total, totalOf(evidence.campaigns, index)), NOTHING);
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
        ? changeInWords(changeOf(value, previous), kpi.better, `${source}; the period before`)
        : say`no comparison`,
      ...(last > 1 ? [earlier.length > 0 ? shown(numbers, kpi, average, earlierSource) : say`unknown`] : []),
      kpi === CPA ? targetCell(writing) : say`—`,
    ];
  });
  const head = ['', `This ${words.unit}`, `${words.unit[0]?.toUpperCase()}${words.unit.slice(1)} before`, 'Change'];
  const table = { head: [...head, ...(last > 1 ? [words.earlier] : []), 'Target'], rows };
  const blocks: Block[] = [
    { table },
    say`Changes under ${numbers.rule(NOISE_TEXT)} are within noise: do not act on them.`,
  ];
  return { title: 'The figures', blocks: coverageOf(evidence, at(evidence, last)) === 'none' ? [] : blocks };
}

function targetCell({ evidence, numbers }: Writing): Prose {
  const target = targetOf(evidence.campaigns);
  return target ? numbers.money(target, `${SOURCES.settings}: target CPAs weighed by conversions`) : say`none set`;
}

/** Spend by period as bars, with the table beside it. */
export function trend(writing: Writing, unit: string): Section {
  const { evidence, numbers } = writing;
  const known = wholePeriods(evidence);
  if (known.length < 3) return { title: '', blocks: [] };
  const value = (index: number): Counted => totalOf(evidence.campaigns, index);
  const rows = known.map((index) => {
    const source = figuresSource(at(evidence, index));
    const cells = [SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(value(index)), source));
    return [numbers.period(at(evidence, index), source), ...cells];
  });
  const label = (index: number) => SPEND.show(numbers, SPEND.of(value(index)) ?? ZERO, '').text;
  const bars = known.map((index) => ({
    name: periodText(at(evidence, index)).replace(/ \d{4}$/, ''),
    label: label(index),
    value: value(index).cost_micros,
  }));
  const [first, last] = [rows[0], rows.at(-1)];
  const alt = say`Spend by ${unit} as bars, from ${first?.[1] ?? say``} in ${first?.[0] ?? say``} to ${last?.[1] ?? say``} in ${last?.[0] ?? say``}; the table below has every value.`;
  return {
    title: `${unit[0]?.toUpperCase()}${unit.slice(1)} by ${unit}`,
    blocks: [
      { chart: { alt, title: `Spend by ${unit}`, bars } },
      { table: { head: ['Days', 'Spend', 'Conversions', 'CPA'], rows } },
    ],
  };
}

const ZERO: Fraction = { n: 0n, d: 1n };

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

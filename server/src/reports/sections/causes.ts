import {
  conversionsAsProduct,
  cpaAsProduct,
  type Decomposition,
  decompose,
  type Product,
  spendAsProduct,
} from '../../documents/decomposition.ts';
import { fraction, scaled } from '../../documents/fraction.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import type { Counted } from '../../figures/ratios.ts';
import { type CampaignLine, comparisonSource, totalOf } from '../evidence.ts';
import { isWhole } from './kpi-table.ts';
import { named, type Writing } from './writing.ts';

const TITLE = 'What moved, and why';
const MOVERS = 3;

/** What changed against the period before, divided exactly among what it is made of, and among campaigns. */
export function causes(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const last = evidence.periods.length - 1;
  if (last < 1 || !isWhole(evidence, last) || !isWhole(evidence, last - 1)) {
    return {
      title: TITLE,
      blocks: [say`There is no whole period before this one to compare with, so nothing is said about causes.`],
    };
  }
  const [before, now] = [totalOf(evidence.campaigns, last - 1), totalOf(evidence.campaigns, last)];
  const from = comparisonSource(evidence);
  const money = (hundredths: bigint) => numbers.movedMoney(hundredths, from);
  const count = (hundredths: bigint) => numbers.moved(hundredths, from);
  const rows = [
    row('Spend', divided(spendAsProduct, before, now), ['clicks', 'price of a click'], money),
    row('Conversions', divided(conversionsAsProduct, before, now), ['clicks', 'conversion rate'], count),
    row('CPA', divided(cpaAsProduct, before, now), ['price of a click', 'conversion rate'], money),
  ].flatMap((one) => (one ? [one] : []));
  const table = { head: ['', 'Change', 'From', 'and from'], rows };
  const how = say`Each change is divided between the two things it is made of; the shares add up to it.`;
  return { title: TITLE, blocks: rows.length > 0 ? [{ table }, how, ...movers(writing, last)] : movers(writing, last) };
}

function divided(
  as: (counted: Counted) => Product | undefined,
  before: Counted,
  now: Counted,
): Decomposition | undefined {
  const [was, is] = [as(before), as(now)];
  return was && is ? decompose(was, is) : undefined;
}

function row(
  name: string,
  found: Decomposition | undefined,
  [first, second]: readonly [string, string],
  show: (hundredths: bigint) => Prose,
): Prose[] | undefined {
  if (!found) return undefined;
  return [say`${name}`, show(found.change), say`${show(found.first)} ${first}`, say`${show(found.second)} ${second}`];
}

/** The campaigns whose spend and conversions moved most; with all others they add up to the whole. */
function movers({ evidence, numbers }: Writing, last: number): { table: { head: string[]; rows: Prose[][] } }[] {
  const moved = evidence.campaigns
    .map((line) => ({ line, ...movedBy(line, last) }))
    .filter(({ spend, conversions }) => spend !== 0n || conversions !== 0n)
    .sort((a, b) => Number(size(b.spend) - size(a.spend)));
  if (moved.length < 2) return [];
  const from = comparisonSource(evidence);
  const cells = (spend: bigint, conversions: bigint) => [
    numbers.movedMoney(spend, from),
    numbers.moved(conversions, from),
  ];
  const top = moved.slice(0, MOVERS);
  const total = movedBy({ figures: evidence.periods.map((_, index) => totalOf(evidence.campaigns, index)) }, last);
  const sum = (key: 'spend' | 'conversions') => top.reduce((all, one) => all + one[key], 0n);
  const rest = [say`All others`, ...cells(total.spend - sum('spend'), total.conversions - sum('conversions'))];
  const rows = [
    ...top.map(({ line, spend, conversions }) => [named(line.name), ...cells(spend, conversions)]),
    ...(moved.length > MOVERS ? [rest] : []),
    [say`**All together**`, ...cells(total.spend, total.conversions)],
  ];
  return [{ table: { head: ['Campaign', 'Spend', 'Conversions'], rows } }];
}

/** In hundredths of what is shown, so that shares of it add up. */
function movedBy({ figures }: Pick<CampaignLine, 'figures'>, last: number): { spend: bigint; conversions: bigint } {
  const at = (index: number, key: 'cost_micros' | 'conversions_micros') =>
    scaled(fraction(figures[index]?.[key] ?? 0, MICROS) ?? { n: 0n, d: 1n }, 2);
  const change = (key: 'cost_micros' | 'conversions_micros') => at(last, key) - at(last - 1, key);
  return { spend: change('cost_micros'), conversions: change('conversions_micros') };
}

const MICROS = 1_000_000;

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}

import {
  conversionsAsProduct,
  cpaAsProduct,
  type Decomposition,
  decompose,
  type Product,
  spendAsProduct,
} from '../../documents/decomposition.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import type { Counted } from '../../figures/ratios.ts';
import { comparisonSource, totalOf } from '../evidence.ts';
import { type Moved, movedBy } from '../moved.ts';
import { isWhole } from './kpi-table.ts';
import { named, type Writing } from './writing.ts';

const TITLE = 'What moved, and why';

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
  const [before, now] = [totalOf(evidence, last - 1), totalOf(evidence, last)];
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
  const movers = moversOf(writing, movedBy(before, now));
  return { title: TITLE, blocks: rows.length > 0 ? [{ table }, how, ...movers] : movers };
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
function moversOf({ evidence, numbers }: Writing, total: Moved): { table: { head: string[]; rows: Prose[][] } }[] {
  const { total: moved, top } = evidence.campaigns.movers;
  if (moved < 2) return [];
  const from = comparisonSource(evidence);
  const cells = (spend: bigint, conversions: bigint) => [
    numbers.movedMoney(spend, from),
    numbers.moved(conversions, from),
  ];
  const sum = (key: 'spend' | 'conversions') => top.reduce((all, one) => all + one[key], 0n);
  const rest = [say`All others`, ...cells(total.spend - sum('spend'), total.conversions - sum('conversions'))];
  const rows = [
    ...top.map(({ line, spend, conversions }) => [named(line.name), ...cells(spend, conversions)]),
    ...(moved > top.length ? [rest] : []),
    [say`**All together**`, ...cells(total.spend, total.conversions)],
  ];
  return [{ table: { head: ['Campaign', 'Spend', 'Conversions'], rows } }];
}

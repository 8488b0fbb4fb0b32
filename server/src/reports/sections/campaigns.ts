import { fraction } from '../../documents/fraction.ts';
import { changeInWords, changeOf, type Days, decimalOf } from '../../documents/numbers.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import type { Counted } from '../../figures/ratios.ts';
import { type CampaignLine, coverageOf, periodOf, totalOf } from '../evidence.ts';
import { CONVERSIONS, CPA, SPEND, shown } from '../kpi.ts';
import { named, SOURCES, several, type Writing } from './writing.ts';

/** How many campaigns have a row of their own; the others share one. */
const SHOWN = 10;
const MICROS = 1_000_000;

/** What was spent on people who searched for the name, against those who did not know it. */
export function brandSplit({ evidence, numbers, source }: Writing): Section {
  const spent = evidence.campaigns.filter(hasFigures);
  const brand = spent.filter(({ type }) => type === 'brand');
  if (spent.length === 0) return { title: 'Brand and the rest', blocks: [] };
  if (brand.length === 0) {
    return {
      title: 'Brand and the rest',
      blocks: [say`No campaign that ran is a brand campaign, so everything counts as non-brand.`],
    };
  }
  const others = spent.filter(({ type }) => type !== 'brand');
  const row = (name: string, lines: readonly CampaignLine[]): Prose[] => {
    const total = totalOf(lines, -1);
    return [say`${name}`, ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(total), source))];
  };
  const table = { head: ['', 'Spend', 'Conversions', 'CPA'], rows: [row('Brand', brand), row('Non-brand', others)] };
  return {
    title: 'Brand and the rest',
    blocks: [{ table }, say`Judge growth by the non-brand row: people who search for the name mostly come anyway.`],
  };
}

/** Campaigns by spend, with what each paid for a conversion, how that compares with its budget and what it missed. */
export function campaignTable({ evidence, numbers, source }: Writing): Section {
  const spent = evidence.campaigns.filter(hasFigures);
  const period = periodOf(evidence);
  if (spent.length === 0 || coverageOf(evidence, period) === 'none') return { title: 'Campaigns', blocks: [] };
  const rows = spent
    .slice(0, SHOWN)
    .map((line) => [
      named(line.name),
      ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(now(line)), source)),
      againstTarget(line),
      pacing(line, period),
      line.shares ? numbers.percent(line.shares.lostToBudget, source) : say`unknown`,
      line.shares ? numbers.percent(line.shares.lostToRank, source) : say`unknown`,
    ]);
  const rest = spent.slice(SHOWN);
  const restRow = () => [
    say`All ${several(numbers, rest.length, 'other', 'others', source)}`,
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(totalOf(rest, -1)), source)),
    say`—`,
    say`—`,
    say`—`,
    say`—`,
  ];
  const head = [
    'Campaign',
    'Spend',
    'Conversions',
    'CPA',
    'Against target',
    'Of today’s budget',
    'Lost to budget',
    'Lost to rank',
  ];
  return { title: 'Campaigns', blocks: [{ table: { head, rows: rest.length > 0 ? [...rows, restRow()] : rows } }] };

  function againstTarget(line: CampaignLine): Prose {
    if (line.targetCpa === null || Number(line.targetCpa) === 0) return say`no target`;
    const target = decimalOf(line.targetCpa);
    const aim = numbers.money(target, SOURCES.settings);
    const off = changeOf(CPA.of(now(line)), target);
    return off ? say`${changeInWords(off, 'down', source)} (${aim})` : say`${aim}, no conversions`;
  }

  /** What it spent, of what its present budget allows in so many days: budgets of the past are not known. */
  function pacing({ budget, ...line }: CampaignLine, { from, to }: Days): Prose {
    if (coverageOf(evidence, period) !== 'whole') return say`unknown`;
    const allowed = decimalOf(budget);
    const used = fraction(BigInt(now(line).cost_micros) * allowed.d, BigInt(MICROS * (to - from + 1)) * allowed.n);
    return used ? numbers.percent(used, `${source}; ${SOURCES.settings}`) : say`no budget`;
  }
}

function hasFigures(line: Pick<CampaignLine, 'figures'>): boolean {
  const { impressions, clicks, cost_micros } = now(line);
  return impressions + clicks + cost_micros > 0;
}

function now({ figures }: Pick<CampaignLine, 'figures'>): Counted {
  return figures.at(-1) ?? { impressions: 0, clicks: 0, cost_micros: 0, conversions_micros: 0, value_micros: 0 };
}

/** What all daily budgets come to in a month, against the cap. */
export function budgetsAgainstCap({ evidence, numbers }: Writing): Prose {
  const { organization, campaigns } = evidence;
  const daily = campaigns.reduce((sum, { budget }) => sum + decimalOf(budget).n * (100n / decimalOf(budget).d), 0n);
  const month = numbers.money({ n: daily * 30n, d: 100n }, `${SOURCES.settings}: daily budgets times thirty`);
  if (organization.maxSpend === null)
    return say`All daily budgets together allow ${month} a month; there is no monthly cap.`;
  const cap = numbers.money(decimalOf(organization.maxSpend), SOURCES.settings);
  return say`All daily budgets together allow ${month} a month, of a cap of ${cap}.`;
}

/** A whole number of campaigns, in words. */
export function campaignsInWords({ evidence, numbers }: Writing): Prose {
  const live = evidence.campaigns.filter(({ state }) => state === 'live').length;
  return several(numbers, live, 'live campaign', 'live campaigns', SOURCES.settings);
}

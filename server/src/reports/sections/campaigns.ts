import { fraction, times, whole } from '../../documents/fraction.ts';
import { changeInWords, changeOf, type Days, decimalOf } from '../../documents/numbers.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import { type Counted, minus } from '../../figures/ratios.ts';
import { type CampaignLine, coverageOf, nowOf, periodOf, restOf } from '../evidence.ts';
import { CONVERSIONS, CPA, SPEND, shown } from '../kpi.ts';
import { named, SOURCES, several, type Writing } from './writing.ts';

const MICROS = 1_000_000;

/** What was spent on people who searched for the name, against those who did not know it. */
export function brandSplit({ evidence, numbers, source }: Writing): Section {
  const { ran, brand } = evidence.campaigns;
  if (ran.total === 0) return { title: 'Brand and the rest', blocks: [] };
  if (brand.total === 0) {
    return {
      title: 'Brand and the rest',
      blocks: [say`No campaign that ran is a brand campaign, so everything counts as non-brand.`],
    };
  }
  const row = (name: string, counted: Counted): Prose[] => [
    say`${name}`,
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(counted), source)),
  ];
  const rows = [row('Brand', brand.counted), row('Non-brand', minus(ran.counted, brand.counted))];
  const table = { head: ['', 'Spend', 'Conversions', 'CPA'], rows };
  return {
    title: 'Brand and the rest',
    blocks: [{ table }, say`Judge growth by the non-brand row: people who search for the name mostly come anyway.`],
  };
}

/** Campaigns by spend, with what each paid for a conversion, how that compares with its budget and what it missed. */
export function campaignTable({ evidence, numbers, source }: Writing): Section {
  const { ran } = evidence.campaigns;
  const period = periodOf(evidence);
  if (ran.total === 0 || coverageOf(evidence, period) === 'none') return { title: 'Campaigns', blocks: [] };
  const rows = ran.top.map((line) => [
    named(line.name),
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(nowOf(line)), source)),
    againstTarget(line),
    pacing(line, period),
    line.shares ? numbers.percent(line.shares.lostToBudget, source) : say`unknown`,
    line.shares ? numbers.percent(line.shares.lostToRank, source) : say`unknown`,
  ]);
  const unnamed = ran.total - ran.top.length;
  const restRow = () => [
    say`All ${several(numbers, unnamed, 'other', 'others', source)}`,
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(restOf(ran)), source)),
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
  return { title: 'Campaigns', blocks: [{ table: { head, rows: unnamed > 0 ? [...rows, restRow()] : rows } }] };

  function againstTarget(line: CampaignLine): Prose {
    if (line.targetCpa === null || Number(line.targetCpa) === 0) return say`no target`;
    const target = decimalOf(line.targetCpa);
    const aim = numbers.money(target, SOURCES.settings);
    const off = changeOf(CPA.of(nowOf(line)), target);
    return off ? say`${changeInWords(off, 'down', source)} (${aim})` : say`${aim}, no conversions`;
  }

  /** What it spent, of what its present budget allows in so many days: budgets of the past are not known. */
  function pacing({ budget, ...line }: CampaignLine, { from, to }: Days): Prose {
    if (coverageOf(evidence, period) !== 'whole') return say`unknown`;
    const allowed = decimalOf(budget);
    const used = fraction(BigInt(nowOf(line).cost_micros) * allowed.d, BigInt(MICROS * (to - from + 1)) * allowed.n);
    return used ? numbers.percent(used, `${source}; ${SOURCES.settings}`) : say`no budget`;
  }
}

/** What all daily budgets come to in a month, against the cap. */
export function budgetsAgainstCap({ evidence, numbers }: Writing): Prose {
  const { organization, campaigns } = evidence;
  const month = numbers.money(times(campaigns.budgets, whole(30)), `${SOURCES.settings}: daily budgets times thirty`);
  if (organization.maxSpend === null)
    return say`All daily budgets together allow ${month} a month; there is no monthly cap.`;
  const cap = numbers.money(decimalOf(organization.maxSpend), SOURCES.settings);
  return say`All daily budgets together allow ${month} a month, of a cap of ${cap}.`;
}

/** A whole number of campaigns, in words. */
export function campaignsInWords({ evidence, numbers }: Writing): Prose {
  return several(numbers, evidence.campaigns.live, 'live campaign', 'live campaigns', SOURCES.settings);
}

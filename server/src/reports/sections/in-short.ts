import { compare } from '../../documents/fraction.ts';
import { changeInWords, changeOf, isNoise, RULES } from '../../documents/numbers.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, say } from '../../documents/prose.ts';
import { budgetDecision, type Decision } from '../decision.ts';
import { comparisonSource, coverageOf, nowOf, periodOf, totalOf } from '../evidence.ts';
import { CONVERSIONS, CPA, type Kpi, SPEND } from '../kpi.ts';
import { isWhole } from './kpi-table.ts';
import { named, SOURCES, type Writing } from './writing.ts';

/** What happened in two sentences, and the one budget decision that is needed. */
export function inShort(writing: Writing, decides = true): Section {
  const { evidence } = writing;
  const title = 'In short';
  if (coverageOf(evidence, periodOf(evidence)) === 'none') {
    return { title, blocks: [say`There are no figures to report on: what happened is unknown. ${whatToDo(writing)}`] };
  }
  const told = say`${happened(writing)} ${judged(writing)}`;
  if (!decides) return { title, blocks: [told] };
  const decision = budgetDecision(evidence);
  return {
    title,
    blocks: [told, say`**Decision:** ${decided(writing, decision)}`],
  };
}

function whatToDo({ evidence: { days } }: Writing): Prose {
  if (days.accounts.some(({ status }) => status === 'pending')) return say`Connect the ad account again first.`;
  if (days.accounts.some(({ status }) => status === 'linked')) return say`They come in with the next syncs.`;
  return say`Link an ad account first.`;
}

function happened(writing: Writing): Prose {
  const { evidence, numbers, source } = writing;
  const now = totalOf(evidence, -1);
  const spend = numbers.micros(now.cost_micros, source);
  if (now.conversions_micros === 0) {
    return say`Spend was ${spend}${against(writing, SPEND)} and no conversion was recorded${against(writing, CONVERSIONS)}.`;
  }
  const brought = CONVERSIONS.show(numbers, CONVERSIONS.of(now) ?? { n: 0n, d: 1n }, source);
  return say`Spend was ${spend}${against(writing, SPEND)} and brought ${brought} conversions${against(writing, CONVERSIONS)}.`;
}

/** The change in brackets, where there is one to tell. */
function against({ evidence }: Writing, kpi: Kpi): Prose {
  const last = evidence.periods.length - 1;
  if (last < 1 || !isWhole(evidence, last) || !isWhole(evidence, last - 1)) return say``;
  const change = changeOf(kpi.of(totalOf(evidence, last)), kpi.of(totalOf(evidence, last - 1)));
  return change ? say` (${changeInWords(change, kpi.better, comparisonSource(evidence))})` : say``;
}

function judged({ evidence, numbers, source }: Writing): Prose {
  const all = CPA.of(totalOf(evidence, -1));
  if (!all)
    return say`Whether that is bad luck or broken tracking the figures do not say: check that conversions are counted.`;
  const cost = numbers.money(all, source);
  const cpa = CPA.of(evidence.campaigns.aimed.counted);
  const { target } = evidence.campaigns;
  if (!target || !cpa)
    return say`A conversion cost ${cost}; no campaign with conversions has a target CPA to judge that by.`;
  const aim = numbers.money(target, `${SOURCES.settings}: target CPAs weighed by conversions`);
  const off = changeOf(cpa, target);
  const where = off && isNoise(off) ? 'on' : compare(cpa, target) > 0 ? 'above' : 'below';
  return say`A conversion cost ${cost}; in the campaigns with a target it cost ${numbers.money(cpa, source)}, ${where} their target of ${aim}.`;
}

/** A decision as it is told. */
function decided({ numbers, source }: Writing, decision: Decision): Prose {
  if (decision.kind === 'none') return say`no budget needs to change now.`;
  if (decision.kind === 'unknown') return say`none before the missing days are in.`;
  const { campaign, from, to, cpa, target } = decision;
  const move = say`${decision.kind} the daily budget of ${named(campaign.name)} from ${numbers.money(from, SOURCES.settings)} to ${numbers.money(to, RULES)}`;
  const aim = numbers.money(target, SOURCES.settings);
  if (!cpa)
    return say`${move}: it spent ${numbers.micros(nowOf(campaign).cost_micros, source)} without a conversion, at a target of ${aim}.`;
  const price = say`a conversion costs ${numbers.money(cpa, source)} at a target of ${aim}`;
  if (decision.kind === 'lower' || !campaign.shares) return say`${move}: ${price}.`;
  return say`${move}: ${price}, and the budget keeps it from ${numbers.percent(campaign.shares.lostToBudget, source)} of the impressions it could have.`;
}

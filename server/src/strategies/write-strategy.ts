import type { Page } from '../documents/page.ts';
import { quote, say } from '../documents/prose.ts';
import { campaignTable } from '../reports/sections/campaigns.ts';
import { completeness } from '../reports/sections/completeness.ts';
import { searchTerms } from '../reports/sections/terms.ts';
import { architecture, demand, people } from './sections/market.ts';
import { budgets, groundwork, ninetyDays, supplied } from './sections/plan.ts';
import { planningOf, SOURCES } from './sections/planning.ts';
import { audit, business, measurement, summary } from './sections/standing.ts';
import type { StrategyEvidence } from './strategy-evidence.ts';

/** A strategy: where things stand and how sure that is, what the market offers, and what to do in which order. */
export function strategyPage(evidence: StrategyEvidence): Page {
  const planning = planningOf(evidence);
  const { writing, numbers } = planning;
  const { name } = evidence.figures.organization;
  return {
    title: say`Strategy for ${quote(name)}, ${numbers.day(evidence.today, SOURCES.assumptions)}`,
    sections: [
      summary(planning),
      completeness(writing),
      business(planning),
      measurement(planning),
      audit(planning),
      campaignTable(writing),
      searchTerms(writing),
      demand(planning),
      people(planning),
      architecture(planning),
      budgets(planning),
      ninetyDays(planning),
      groundwork(),
      supplied(planning),
    ],
  };
}

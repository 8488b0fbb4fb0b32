import { z } from 'zod';
import { detector } from '../detection/detector.ts';
import { lostToBudget } from '../detection/detectors/hipo.ts';
import { campaignFigures, cpaOf, settledWindow } from '../detection/figures.ts';
import { NO_BLAST } from '../detection/finding.ts';
import { isPriced } from '../detection/target.ts';
import { certaintyOfWorth } from '../detection/term-finding.ts';

const DAYS = 30;
const LOST_TO_BUDGET = 0.1;
/** How sure it has to be that conversions stay within target for a budget to rise. */
const SURE = 0.8;

/** A campaign within target that its budget keeps from being shown: the budget rises as far as the limits allow. */
export const budget = detector({
  name: 'budget',
  options: z.strictObject({}),
  saves: true,
  computesSaving: false,
  needsTarget: true,
  reads: [],

  detect(evidence, _options, { target }) {
    const { campaign, organization } = evidence;
    const lost = lostToBudget(evidence);
    const figures = campaignFigures(evidence, settledWindow(evidence, DAYS));
    if (!target || !lost || lost.budget < LOST_TO_BUDGET || campaign.budgetShared || !isPriced(figures)) return [];
    const confidence = certaintyOfWorth(figures, target.cpa);
    if (cpaOf(figures) > target.cpa || confidence < SURE) return [];
    const wanted = Math.min(
      campaign.budget / (1 - Math.min(lost.budget, 0.5)),
      campaign.budget * (1 + organization.budgetMovePct / 100),
    );
    const to = Math.floor(Math.min(wanted, organization.mostBudget?.own ?? wanted));
    if (to <= campaign.budget) return [];
    return [
      {
        about: { campaign: campaign.slug, lost_to_budget: lost.budget, impression_share: lost.share },
        advice: 'act',
        window: settledWindow(evidence, DAYS),
        figures,
        expectedConversions: figures.cost / target.cpa,
        benchmark: { name: 'target_cpa', value: target.cpa },
        threshold: { name: 'lost_to_budget', value: LOST_TO_BUDGET },
        confidence,
        savings: [],
        blastRadius: NO_BLAST,
        proposal: {
          op: 'set_budget',
          campaign_id: campaign.id,
          from: campaign.budget.toFixed(2),
          to: to.toFixed(2),
        },
        why: 'The campaign is within its target and its budget keeps it from being shown more.',
      },
    ];
  },
});

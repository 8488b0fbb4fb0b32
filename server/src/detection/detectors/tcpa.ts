import { z } from 'zod';
import { amount, amountOrNull } from '../../base/amounts.ts';
import { detector } from '../detector.ts';
import type { CampaignEvidence } from '../evidence.ts';
import { campaignFigures, cpaOf, type Figures, type Window, wholeWindow } from '../figures.ts';
import { type Finding, NO_BLAST } from '../finding.ts';
import { perMonth } from '../saving.ts';

const FEWEST_CONVERSIONS = 15;
const MANY_CONVERSIONS = 30;
const CONFIDENCE = { some: 0.8, many: 0.95 } as const;
/** After a change the platform has to learn anew. */
const REST_DAYS = 14;
const WEEK = 7;
const FEWEST_WEEKS = 2;
const STEADY_DEVIATION = 0.2;
/** How far conversions may be from the target before it moves. */
const CHEAP = 0.85;
const DEAR = 1.2;
/** How far the target moves at most. */
const LOWEST = 0.9;
const HIGHEST = 1.1;
/** What is left above what conversions cost now. */
const MARGIN = { first: 1.1, lower: 1.05 } as const;
const FEWER_IMPRESSIONS = 0.2;
/** From this share of impressions lost to it on, the budget is what limits the campaign. */
const SHORT_OF_BUDGET = 0.1;
/** How the platform can be told a target. */
const TAKES_TARGET: ReadonlySet<string> = new Set(['maximize_conversions', 'target_cpa']);

/** Whether the campaign's target CPA still fits what its conversions cost. */
export const tcpa = detector({
  name: 'tcpa',
  options: z.strictObject({ period_days: z.int().min(7).max(90).default(30) }),
  saves: true,
  computesSaving: true,
  needsTarget: false,
  reads: [],
  windowDays: ({ period_days }) => period_days,

  detect(evidence, { period_days }) {
    const { campaign, today } = evidence;
    const window = wholeWindow(evidence, period_days);
    const figures = campaignFigures(evidence, window);
    const rests = campaign.targetChangedDay !== null && today - campaign.targetChangedDay < REST_DAYS;
    if (!TAKES_TARGET.has(campaign.bidding ?? '') || rests || figures.conversions < FEWEST_CONVERSIONS) return [];
    const move = campaign.targetCpa ? moveOf(campaign.targetCpa, evidence, window) : firstTarget(evidence, window);
    return move ? [findingOf(evidence, window, figures, move)] : [];
  },
});

interface Move {
  /** null where the target stays. */
  to: number | null;
  threshold: number;
  saves: boolean;
  why: string;
}

/** A brand campaign gets none: it is there to be found, and its few cheap searches are not for sale elsewhere. */
function firstTarget(evidence: CampaignEvidence, window: Window): Move | undefined {
  const figures = campaignFigures(evidence, window);
  if (evidence.campaign.type === 'brand') return undefined;
  if (figures.conversions < MANY_CONVERSIONS || !isSteady(evidence, window)) return undefined;
  const moneyLeft = hasMoneyLeft(evidence, window);
  const why = moneyLeft
    ? 'Conversions come often and at a steady price, and the budget is not spent: a target would only bring fewer of them.'
    : 'Conversions come often and at a steady price, so a target a tenth above it keeps the price from rising.';
  const to = moneyLeft ? null : MARGIN.first * cpaOf(figures);
  return { to, threshold: MANY_CONVERSIONS, saves: true, why };
}

function moveOf(target: number, evidence: CampaignEvidence, window: Window): Move | undefined {
  const figures = campaignFigures(evidence, window);
  const cpa = cpaOf(figures);
  if (cpa < CHEAP * target) return lowered(target, cpa, hasMoneyLeft(evidence, window));
  if (cpa <= DEAR * target) return undefined;
  const threshold = DEAR * target;
  if (isShownLess(evidence, window, figures)) {
    const why =
      'Conversions cost more than the target and the campaign is shown much less than before: the target holds it back.';
    return { to: HIGHEST * target, threshold, saves: false, why };
  }
  const why =
    'Conversions cost more than the target although the campaign is shown as before: a higher target would pay for waste, so remove that first.';
  return { to: null, threshold, saves: false, why };
}

/** With money left a lower target would only lose conversions that are worth more than they cost. */
function lowered(target: number, cpa: number, moneyLeft: boolean): Move {
  const why = moneyLeft
    ? 'Conversions cost well below the target, and the budget is not spent: a lower target would only bring fewer of them.'
    : 'Conversions cost well below the target, so it can be lower.';
  const to = moneyLeft ? null : Math.max(MARGIN.lower * cpa, LOWEST * target);
  return { to, threshold: CHEAP * target, saves: true, why };
}

/** Whether the budget is known to pay for nearly all that the campaign could be shown for, with the target it has now. */
function hasMoneyLeft({ days, campaign }: CampaignEvidence, { from, to }: Window): boolean {
  const since = Math.max(from, (campaign.targetChangedDay ?? from - 1) + 1);
  const told = days.filter(({ day, lostToBudget }) => day >= since && day <= to && lostToBudget !== null);
  const lost = told.reduce((sum, { lostToBudget }) => sum + (lostToBudget ?? 0), 0);
  return told.length > 0 && lost < SHORT_OF_BUDGET * told.length;
}

function isShownLess(evidence: CampaignEvidence, window: Window, { impressions }: Figures): boolean {
  const before = { from: window.from - window.days, to: window.from - 1, days: window.days };
  return impressions < (1 - FEWER_IMPRESSIONS) * campaignFigures(evidence, before).impressions;
}

/** Whether the price of a conversion differs little from week to week. */
function isSteady(evidence: CampaignEvidence, { to, days }: Window): boolean {
  const weeks = Array.from({ length: Math.floor(days / WEEK) }, (_, back) => {
    const last = to - back * WEEK;
    return cpaOf(campaignFigures(evidence, { from: last - WEEK + 1, to: last, days: WEEK }));
  });
  if (weeks.length < FEWEST_WEEKS || weeks.some((cpa) => !Number.isFinite(cpa))) return false;
  const mean = weeks.reduce((sum, cpa) => sum + cpa, 0) / weeks.length;
  const variance = weeks.reduce((sum, cpa) => sum + (cpa - mean) ** 2, 0) / weeks.length;
  return Math.sqrt(variance) < STEADY_DEVIATION * mean;
}

function findingOf(evidence: CampaignEvidence, window: Window, figures: Figures, move: Move): Finding {
  const { id, slug, targetCpa } = evidence.campaign;
  const { to, threshold, saves, why } = move;
  const decimals = to === null ? null : to.toFixed(2);
  const saved = Math.max(0, cpaOf(figures) - Number(decimals)) * perMonth(figures.conversions, window);
  return {
    about: {
      campaign: slug,
      target_cpa: amountOrNull(targetCpa),
      cpa: amount(cpaOf(figures)),
      suggested_target_cpa: amountOrNull(decimals),
    },
    advice: decimals === null ? 'information' : 'act',
    window,
    figures,
    expectedConversions: targetCpa ? figures.cost / targetCpa : null,
    benchmark: targetCpa ? { name: 'target_cpa', value: targetCpa } : null,
    threshold: { name: targetCpa ? 'cpa' : 'conversions', value: threshold },
    confidence: figures.conversions >= MANY_CONVERSIONS ? CONFIDENCE.many : CONFIDENCE.some,
    savings: decimals !== null && saves ? [{ of: `campaign ${id}`, amount: saved }] : [],
    blastRadius: NO_BLAST,
    proposal:
      decimals === null
        ? null
        : { op: 'set_target_cpa', campaign_id: id, from: targetCpa?.toFixed(2) ?? null, to: decimals },
    why,
  };
}

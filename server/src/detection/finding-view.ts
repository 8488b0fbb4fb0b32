import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import { dayText } from '../base/days.ts';
import { amountField } from '../base/schemas.ts';
import { summaryOf } from '../recommendations/proposal.ts';
import type { CampaignEvidence } from './evidence.ts';
import { campaignFigures, settledWindow } from './figures.ts';
import type { BlastRadius, Finding, Measure, Wire } from './finding.ts';
import { savingIn } from './saving.ts';
import type { Steps } from './steps.ts';

const MONTH_DAYS = 30;
/** The shares of the campaign's monthly cost from which on a saving matters much, and somewhat. */
const SEVERE = { high: 0.1, medium: 0.03 } as const;
const DECIMALS = 4;

const measure = z.object({ name: z.string(), value: z.number() });

/** What all findings share; each detector adds fields of its own. */
export const findingView = z.looseObject({
  advice: z
    .string()
    .describe('act: a change is proposed. watch: not certain yet. investigate: a person should look. information.'),
  window: z.object({ from: z.string(), to: z.string(), days: z.int() }),
  metrics: z.object({
    impressions: z.int().optional(),
    clicks: z.int(),
    cost: amountField,
    conversions: amountField,
    cpa: amountField.describe('0.0 without conversions.'),
    avg_cpc: amountField.describe('0.0 without clicks.'),
  }),
  expected_conversions: z.number().nullable().describe('What so many clicks usually bring.'),
  benchmark: measure.nullable(),
  threshold: measure,
  confidence: z.number().describe('From 0 to 1.'),
  severity: z.string().describe('high, medium or low, by the share of the campaign’s cost.'),
  monthly_saving: amountField.optional(),
  blast_radius: z
    .object({ clicks: z.number(), cost: z.number(), conversions: z.number() })
    .describe('The shares of the campaign’s clicks, cost and conversions of 90 days that acting would take away.'),
  operation: z.object({ op: z.string(), summary: z.string() }).nullable().describe('What applying would do.'),
  why: z.string(),
  recommendation_id: z.string().optional().describe('Present where the finding is kept as a recommendation.'),
});

export type FindingView = z.infer<typeof findingView>;

/** All findings as they are answered. */
export function* viewsOf(findings: readonly Finding[], evidence: CampaignEvidence): Steps<FindingView[]> {
  const views: FindingView[] = [];
  for (const finding of findings) {
    views.push(viewOf(finding, evidence));
    yield;
  }
  return views;
}

/** A finding as it is answered; text that others wrote stays data in its fields. */
function viewOf(finding: Finding, evidence: CampaignEvidence): FindingView {
  const { figures, window } = finding;
  const saving = savingIn(finding);
  return {
    ...rounded(finding.about),
    advice: finding.advice,
    window: { from: dayText(window.from), to: dayText(window.to), days: window.days },
    metrics: {
      ...(figures.impressions > 0 && { impressions: figures.impressions }),
      clicks: figures.clicks,
      cost: amount(figures.cost),
      conversions: amount(figures.conversions),
      cpa: amount(figures.conversions > 0 ? figures.cost / figures.conversions : 0),
      avg_cpc: amount(figures.clicks > 0 ? figures.cost / figures.clicks : 0),
    },
    expected_conversions: finding.expectedConversions === null ? null : round(finding.expectedConversions),
    benchmark: finding.benchmark && measured(finding.benchmark),
    threshold: measured(finding.threshold),
    confidence: round(finding.confidence),
    severity: severityOf(saving, evidence),
    ...(saving > 0 && { monthly_saving: amount(saving) }),
    blast_radius: roundedRadius(finding.blastRadius),
    operation: finding.proposal && { op: finding.proposal.op, summary: summaryOf(finding.proposal) },
    why: finding.why,
  };
}

function severityOf(saving: number, evidence: CampaignEvidence): 'high' | 'medium' | 'low' {
  const { cost } = campaignFigures(evidence, settledWindow(evidence, MONTH_DAYS));
  const share = cost > 0 ? saving / cost : 0;
  if (share >= SEVERE.high) return 'high';
  return share >= SEVERE.medium ? 'medium' : 'low';
}

function measured({ name, value }: Measure): Measure {
  return { name, value: round(value) };
}

function roundedRadius({ clicks, cost, conversions }: BlastRadius): BlastRadius {
  return { clicks: round(clicks), cost: round(cost), conversions: round(conversions) };
}

/** Shares and scores have no more digits than mean something. */
function rounded(about: Finding['about']): Record<string, Wire> {
  return Object.fromEntries(
    Object.entries(about).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
  );
}

function round(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

import { z } from 'zod';
import { amount, amountOrNull } from '../base/amounts.ts';
import { eachInTurns } from '../base/long-work.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { amountField, pageInput, pageOutput, timestamp } from '../base/schemas.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { proposal, summaryOf } from './proposal.ts';
import {
  pendingWithEvidence,
  type RecommendationWithEvidence,
  type WorthPosition,
} from './recommendation-evidence.store.ts';

const position: z.ZodType<WorthPosition> = z.object({ saving: z.string().nullable(), id: z.string() });

/** What is kept of a finding, as far as the table of evidence shows it. */
const keptFinding = z.object({
  text: z.string().optional(),
  term: z.string().optional(),
  theme: z.string().optional(),
  match_type: z.string().optional(),
  metrics: z.object({ clicks: z.number(), cost: z.number(), conversions: z.number() }).optional(),
  expected_conversions: z.number().nullish(),
  confidence: z.number().optional(),
  monthly_saving: z.number().optional(),
  blast_radius: z.object({ clicks: z.number(), cost: z.number(), conversions: z.number() }).optional(),
  operation: z.object({ op: z.string(), summary: z.string() }).nullish(),
  window: z.object({ from: z.string(), to: z.string() }).optional(),
  why: z.string().optional(),
});
const keptFindings = z.array(keptFinding);
type KeptFinding = z.output<typeof keptFinding>;

const evidenceRow = z.object({
  text: z
    .string()
    .nullable()
    .describe('The keyword or search term, as others wrote it; null where it is about neither.'),
  match_type: z.string().nullable(),
  clicks: z.int(),
  cost: amountField,
  conversions: amountField,
  expected_conversions: z.number().nullable(),
  confidence: z.number().nullable().describe('From 0 to 1.'),
  monthly_saving: amountField.nullable(),
  change: z.string().nullable().describe('What applying would do; texts in it are quoted.'),
});

/** Pending recommendations with what they stand on, as the dashboard shows them. */
export const listOptimizations = read({
  name: 'list_optimizations',
  summary: 'List pending recommendations with their evidence',
  description: 'What detectors and the engine propose, those worth most first, each with the findings behind it.',
  rest: 'GET /organizations/{org}/optimizations',
  tool: null,
  scope: 'recommendations:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({ campaign: campaignSlug.optional(), ...pageInput }),
  output: z.object({
    optimizations: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        campaign: z.object({ slug: z.string(), name: z.string(), runs: z.boolean() }),
        why: z.string().nullable().describe('One sentence in our own words.'),
        monthly_saving: amountField.nullable().describe('In a month in which its campaign runs.'),
        monthly_saving_low: amountField.nullable().describe('Each finding weighed by how sure it is.'),
        changes: z.int(),
        proposals: z.array(z.object({ op: z.string(), summary: z.string() })).describe('The first 50.'),
        evidence: z.array(evidenceRow).describe('The first 50.'),
        window: z.object({ from: z.string(), to: z.string() }).nullable(),
        blast_radius: z
          .object({ clicks: z.number(), cost: z.number(), conversions: z.number() })
          .describe('At most what share of the campaign’s 90 days would go.'),
        applying: z.boolean(),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
    monthly_saving: amountField.describe('Of all that are pending on campaigns that run, each keyword counted once.'),
    ...pageOutput,
  }),

  async run({ campaign, limit, cursor }, context) {
    const query = { list: 'optimizations', campaign };
    const after = positionOf(context, query, cursor, position);
    const found = await pendingWithEvidence(context, campaign, after, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ saving, id }) => ({ saving, id }));
    return {
      optimizations: await eachInTurns(rows, viewOf),
      monthly_saving: amount(found.saving),
      total: found.total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});

function viewOf(row: RecommendationWithEvidence) {
  const proposals = z.array(proposal).parse(JSON.parse(row.proposals));
  const found = keptFindings.safeParse(JSON.parse(row.findings)).data ?? [];
  return {
    id: row.id,
    type: row.type,
    campaign: { slug: row.campaign, name: row.campaign_name, runs: row.campaign_runs },
    why: found[0]?.why ?? null,
    monthly_saving: amountOrNull(row.saving),
    monthly_saving_low: row.saving === null ? null : amount(Number(row.saving) * certaintyOf(row)),
    changes: row.changes,
    proposals: proposals.map((one) => ({ op: one.op, summary: summaryOf(one) })),
    evidence: found.map(evidenceOf),
    window: found[0]?.window ?? null,
    blast_radius: {
      clicks: atMostAll(row.lost_clicks),
      cost: atMostAll(row.lost_cost),
      conversions: atMostAll(row.lost_conversions),
    },
    applying: row.applying,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function evidenceOf({ metrics, operation, ...finding }: KeptFinding): z.output<typeof evidenceRow> {
  return {
    text: finding.text ?? finding.term ?? finding.theme ?? null,
    match_type: finding.match_type ?? null,
    clicks: metrics?.clicks ?? 0,
    cost: amount(metrics?.cost ?? 0),
    conversions: amount(metrics?.conversions ?? 0),
    expected_conversions: finding.expected_conversions ?? null,
    confidence: finding.confidence ?? null,
    monthly_saving: amountOrNull(finding.monthly_saving ?? null),
    change: operation?.summary ?? null,
  };
}

/** Findings may name the same clicks: together they take away no more than their sum, and never more than all. */
function atMostAll(share: number): number {
  return Math.min(1, share);
}

/** How sure the findings are on the whole, those that save more counting more. */
function certaintyOf({ saved, surely_saved }: RecommendationWithEvidence): number {
  return saved === 0 ? 1 : surely_saved / saved;
}

import { z } from 'zod';
import { amount } from '../../src/base/amounts.ts';
import type { updateCampaign } from '../../src/campaigns/edit/update-campaign.ts';
import { addNegativeKeywordsStep } from '../../src/campaigns/exclude/add-negative-keywords.step.ts';
import type { NegativeKeywordDetails } from '../../src/campaigns/exclude/negative-keyword.ts';
import { removeNegativeKeywords } from '../../src/campaigns/exclude/remove-negative-keywords.step.ts';
import { changeState, type StateChange } from '../../src/campaigns/launch/change-state.step.ts';
import { guardedWrite } from '../../src/writes/guarded-write.ts';

/** What the type check holds of guarded writes: it fails where an error that is expected here is none. */

type TypesOf<Typed extends { readonly types?: unknown }> = NonNullable<Typed['types']>;
type Input = TypesOf<typeof updateCampaign> extends { input: infer I } ? I : never;
type Answer = TypesOf<typeof updateCampaign> extends { output: infer O } ? O : never;

export const asked: Input = { slug: 'a', budget: 44, dry_run: false };
// @ts-expect-error no such field
export const bogus: Input = { slug: 'a', bogus: 1 };
// @ts-expect-error a budget is a number
export const worded: Input = { slug: 'a', budget: 'x' };
// @ts-expect-error a campaign must be named
export const nameless: Input = { budget: 44 };

export const previewed: Answer = { dry_run: true, would_change: { budget: { from: 40, to: 44 } }, within_limits: true };
export const executed: Answer = { applied: true, action_id: 'act_1', changed: {} };
// @ts-expect-error neither a preview nor a result
export const neither: Answer = { dry_run: true, would_change: {} };
// @ts-expect-error an action is named by text
export const numbered: Answer = { applied: true, action_id: 7, changed: {} };

declare const negatives: NegativeKeywordDetails;
declare const state: StateChange;
const described = {
  name: 'try_something',
  summary: 'Try something',
  description: 'Tries something.',
  rest: 'POST /organizations/{org}/tries/{slug}',
  tool: 'svc_try_something',
  scope: 'campaigns:write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  movesBudgets: false,
  asksPlatform: false,
  steps: [addNegativeKeywordsStep],
  input: { slug: z.string(), times: z.number() },
  preview: { would_try: z.string() },
  result: z.object({ tried: z.boolean() }),
} as const;

export const sound = guardedWrite({
  ...described,
  plan: async ({ slug, times }) => ({
    steps: [addNegativeKeywordsStep.of({ ...negatives, slug: `${slug} ${times.toFixed()}` })],
  }),
  previewOf: ([step], refusal, { times }) => ({ would_try: `${step?.details.slug} ${refusal?.code} ${times}` }),
  resultOf: ({ plan, actionId }) => ({ tried: actionId !== null && plan.steps[0]?.op === 'add_negative_keywords' }),
});

guardedWrite({
  ...described,
  // @ts-expect-error a step of a kind that the write does not name, although its details are alike
  plan: async () => ({ steps: [removeNegativeKeywords.of(negatives)] }),
  previewOf: () => ({ would_try: '' }),
  resultOf: () => ({ tried: true }),
});

guardedWrite({
  ...described,
  // @ts-expect-error a step of another kind
  plan: async () => ({ steps: [changeState.of(state)] }),
  previewOf: () => ({ would_try: '' }),
  resultOf: () => ({ tried: true }),
});

guardedWrite({
  ...described,
  // @ts-expect-error the input has no such field
  plan: async ({ bogus }) => ({ steps: bogus }),
  previewOf: () => ({ would_try: '' }),
  resultOf: () => ({ tried: true }),
});

guardedWrite({
  ...described,
  plan: async () => ({ steps: [] }),
  // @ts-expect-error a preview has the type that was declared
  previewOf: () => ({ would_try: amount(1) }),
  resultOf: () => ({ tried: true }),
});

guardedWrite({
  ...described,
  plan: async () => ({ steps: [] }),
  previewOf: () => ({ would_try: '' }),
  // @ts-expect-error a result has the type that was declared
  resultOf: () => ({ tried: 'yes' }),
});

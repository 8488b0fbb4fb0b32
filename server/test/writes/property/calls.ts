import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../harness/client.ts';
import type { Organization, Sending } from '../organization.ts';
import type { Call, Edit, Organization as Model } from './organization-model.ts';
import type { Part, Sent, Step } from './sequences.ts';

/** What a recommendation proposes as things stand; nothing for a campaign that the platform does not know. */
export function editsOf({ campaigns }: Model, step: Extract<Step, { do: 'apply' }>): Edit[] {
  const campaign = campaigns[step.campaign];
  if (!campaign?.there) return [];
  const { keywords, negatives, budget, target_cpa } = campaign;
  const all = [...keywords];
  const made: Record<Part, () => Edit[]> = {
    state: () => all.map(([of, { state: from }]) => ({ what: 'state', of, from, to: step.to })),
    bid: () => all.map(([of, { bid: from }]) => ({ what: 'bid', of, from, to: step.bid })),
    add: () => step.texts.map((text) => ({ what: 'add', of: `${text}/exact` })),
    exclude: () => step.terms.map((text) => ({ what: 'exclude', of: `${text}/phrase` })),
    lift: () => negatives.map((of) => ({ what: 'lift', of })),
    budget: () => [{ what: 'budget', from: budget, to: Math.max(1, Math.round(budget * step.times)) }],
    target: () => (step.parts.includes('budget') ? [] : [{ what: 'target', from: target_cpa, to: step.target }]),
  };
  return step.parts.flatMap((part) => made[part]());
}

/** The call that a step makes as things stand; undefined where there is nothing to undo yet. */
export function callOf(
  { campaigns, actions }: Model,
  step: Exclude<Extract<Step, { sent: Sent }>, { do: 'apply' }>,
): Call | undefined {
  if (step.do === 'undo') {
    return actions.length === 0 ? undefined : { kind: 'undo', action: step.pick % actions.length };
  }
  const campaign = campaigns[step.campaign];
  assert.ok(campaign);
  if (step.do === 'state') return { kind: 'state', campaign: step.campaign, to: step.to };
  if (step.do === 'add negatives') {
    return { kind: 'negatives', campaign: step.campaign, terms: step.terms, match: step.match };
  }
  const { name, budget, target } = step;
  return {
    kind: 'edit',
    campaign: step.campaign,
    fields: {
      ...(name !== null && { name: `${campaign.slug} ${name}` }),
      ...(budget && { budget: 'to' in budget ? budget.to : Math.round(campaign.budget * budget.times * 100) / 100 }),
      ...(target !== null && { target_cpa: target }),
    },
  };
}

/** Sends a call to the service. */
export function sendCall(org: Organization, model: Model, call: Call, sending: Sending): Promise<HttpAnswer> {
  if (call.kind === 'undo') return org.undo(model.actions[call.action]?.id, sending);
  if (call.kind === 'apply') return org.apply(call.id, { ...sending, cookie: org.people.admin.cookie });
  const slug = model.campaigns[call.campaign]?.slug ?? '';
  if (call.kind === 'state') return org.state(slug, call.to, sending);
  if (call.kind === 'negatives') {
    return org.negatives(slug, call.terms, { match_type: call.match, dry_run: false }, sending);
  }
  return org.patch(slug, { ...call.fields, dry_run: false }, sending);
}

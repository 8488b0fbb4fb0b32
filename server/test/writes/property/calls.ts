import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../harness/client.ts';
import type { Organization, Sending } from '../organization.ts';
import type { Call, Organization as Model } from './organization-model.ts';
import type { Sent, Step } from './sequences.ts';

/** The call that a step makes as things stand; undefined where there is nothing to undo yet. */
export function callOf({ campaigns, actions }: Model, step: Extract<Step, { sent: Sent }>): Call | undefined {
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
  const slug = model.campaigns[call.campaign]?.slug ?? '';
  if (call.kind === 'state') return org.state(slug, call.to, sending);
  if (call.kind === 'negatives') {
    return org.negatives(slug, call.terms, { match_type: call.match, dry_run: false }, sending);
  }
  return org.patch(slug, { ...call.fields, dry_run: false }, sending);
}

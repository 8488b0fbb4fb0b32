/**
 * Guarded writes as the specification describes them, without a database, a platform or a network: what a call answers,
 * and what is true afterwards. Everything is settled before the next call, so nothing is ever under way.
 */

import { apply, takeBack } from './applying.ts';
import { decidedSince } from './decided-since.ts';
import { inverse } from './inverse.ts';
import {
  type Action,
  type Answer,
  type Call,
  type Campaign,
  FIELDS,
  type OneChange,
  type Organization,
  type Queued,
  type State,
} from './organization-model.ts';
import { differsThere, guard, isMadeThere } from './rules.ts';
import { isRefused } from './words.ts';

/** Makes a call. With `approved` it was held before and is not held again. */
export function make(org: Organization, call: Call, approved = false): Answer {
  if (call.kind === 'undo') return undo(org, call.action, approved);
  return call.kind === 'apply' ? apply(org, call, () => sync(org)) : change(org, call, approved);
}

type Direct = Exclude<Call, { kind: 'undo' | 'apply' }>;

function change(org: Organization, call: Direct, approved: boolean): Answer {
  const campaign = at(org.campaigns, call.campaign);
  const planned = planOf(campaign, call);
  if ('refused' in planned) return planned;
  if (isEmpty(planned)) return 'nothing';
  const refusal = guard(org, campaign, planned, false);
  if (refusal) return refusal;
  if (org.approvals && !approved) return 'held';
  const stops = planned.op === 'set_campaign_state' && isStop(campaign, planned);
  if (org.used >= org.quota && !stops) return { refused: 'write_quota_exceeded' };
  const theirs = isMadeThere(campaign, planned);
  const action: Action = { id: '', campaign: call.campaign, change: planned, executed: true, undone: false, theirs };
  org.actions.push(action);
  if (differsThere(campaign, planned)) {
    action.executed = false;
    sync(org);
    return { refused: 'sync_conflict' };
  }
  org.used += 1;
  changeNow(campaign, planned, org.actions.length - 1);
  return { done: planned, action: org.actions.length - 1 };
}

/** What stops spending is counted, and never refused for lack of quota. */
function isStop(campaign: Campaign, { to }: { to: string }): boolean {
  return to !== 'live' && campaign.state === 'live';
}

function undo(org: Organization, index: number, approved: boolean): Answer {
  const action = at(org.actions, index);
  const campaign = at(org.campaigns, action.campaign);
  if (action.undone) return { undone: [], skipped: 0 };
  if (!action.executed || action.theirs) return { refused: 'not_reversible' };
  if (action.change.op === 'recommendation') {
    return org.approvals && !approved ? heldUnlessRefused(org, index) : takeBack(org, action, () => sync(org));
  }
  const { back, restored, skipped } = inverse(campaign, action.change, decidedSince(org, action));
  if (!back || startsOverLaterStop(campaign, back, index)) return { refused: 'not_reversible' };
  const refusal = back.op === 'remove' ? undefined : guard(org, campaign, back, true);
  if (refusal) return refusal;
  if (org.approvals && !approved) return 'held';
  const stops = back.op === 'set_campaign_state' && isStop(campaign, back);
  if (org.used >= org.quota && !stops) return { refused: 'write_quota_exceeded' };
  if (back.op !== 'remove' && differsThere(campaign, back)) {
    sync(org);
    return { refused: 'sync_conflict' };
  }
  org.used += 1;
  action.undone = true;
  if (back.op === 'remove') campaign.negatives = campaign.negatives.filter((one) => !back.negatives.includes(one));
  else changeNow(campaign, back, back.op === 'set_campaign_state' ? back.setByBefore : null);
  return { undone: restored, skipped };
}

/** Whoever stopped the campaign after it had been started again wants it to rest, although it looks as it did before. */
function startsOverLaterStop({ stateSetBy }: Campaign, back: { op: string; to?: State }, index: number): boolean {
  return back.op === 'set_campaign_state' && back.to === 'live' && stateSetBy !== index;
}

/** Guardrails are asked before a call is held, the quota and the platform only when it is carried out. */
function heldUnlessRefused(org: Organization, index: number): Answer {
  const trial = structuredClone({ ...org, quota: org.used + 1 });
  const answer = takeBack(trial, at(trial.actions, index), () => {});
  return isRefused(answer) && answer.refused !== 'sync_conflict' ? answer : 'held';
}

/** What a call is about to change, as things stand. */
function planOf(campaign: Campaign, call: Direct): OneChange | { refused: string } {
  if (call.kind === 'state') {
    return { op: 'set_campaign_state', from: campaign.state, to: call.to, setByBefore: campaign.stateSetBy };
  }
  if (call.kind === 'negatives') {
    const negatives = call.terms.map((term) => `${term}/${call.match}`);
    const added = [...new Set(negatives)].filter((one) => !campaign.negatives.includes(one));
    return { op: 'add_negative_keywords', negatives: added };
  }
  const { name, budget, target_cpa } = call.fields;
  const whole = budget === undefined ? undefined : Math.floor(budget + 0.5);
  if (whole === 0 && campaign.there) return { refused: 'validation_error' };
  return {
    op: 'update_campaign',
    changes: {
      ...(name !== undefined && name !== campaign.name && { name: { from: campaign.name, to: name } }),
      ...(whole !== undefined && whole !== campaign.budget && { budget: { from: campaign.budget, to: whole } }),
      ...(target_cpa !== undefined &&
        target_cpa !== campaign.target_cpa && { target_cpa: { from: campaign.target_cpa, to: target_cpa } }),
    },
  };
}

function isEmpty(change: OneChange): boolean {
  if (change.op === 'set_campaign_state') return change.from === change.to;
  if (change.op === 'add_negative_keywords') return change.negatives.length === 0;
  return Object.keys(change.changes).length === 0;
}

function changeNow(campaign: Campaign, change: OneChange, setBy: number | null): void {
  if (change.op === 'add_negative_keywords') campaign.negatives.push(...change.negatives);
  if (change.op === 'update_campaign') {
    const { name, budget, target_cpa } = change.changes;
    const now = {
      ...(name && { name: name.to }),
      ...(budget && { budget: budget.to }),
      ...(target_cpa && { target_cpa: target_cpa.to }),
    };
    Object.assign(campaign, now);
    if (campaign.there) Object.assign(campaign.there, now);
  }
  if (change.op !== 'set_campaign_state') return;
  campaign.state = change.to;
  campaign.stateSetBy = setBy;
  const running = change.to === 'live';
  if (campaign.there) Object.assign(campaign.there, { running, knownRunning: running });
  else if (running) {
    const { name, budget, target_cpa } = campaign;
    campaign.there = { name, budget, target_cpa, running, knownRunning: running, foreign: false };
  }
}

/** An edit that somebody makes in the platform. */
export function editThere(
  campaign: Campaign,
  edit: { name: string } | { budget: number } | { running: boolean },
): void {
  if (campaign.there) Object.assign(campaign.there, edit, { foreign: true });
}

/** Brings our campaigns in step with the platform. A draft stays one unless somebody started it there. */
export function sync(org: Organization): void {
  for (const campaign of org.campaigns) {
    const { there } = campaign;
    if (!there) continue;
    const { name, budget, target_cpa, running, knownRunning } = there;
    const started = running && !knownRunning;
    const state = campaign.state !== 'draft' || started ? (running ? 'live' : 'paused') : campaign.state;
    if (state !== campaign.state) campaign.stateSetBy = null;
    const moved = FIELDS.filter((field) => campaign[field] !== there[field]);
    for (const thing of running === knownRunning ? moved : [...moved, 'state']) {
      campaign.decidedThere.set(thing, org.actions.length);
    }
    campaign.state = state;
    Object.assign(campaign, { name, budget, target_cpa });
    Object.assign(there, { knownRunning: running, foreign: false });
  }
}

/** A person approves: the call is made as its requester, and fails where a guardrail refuses it now. */
export function approve(org: Organization, queued: Queued): Answer | 'too late' {
  if (queued.status !== 'pending') return 'too late';
  const answer = make(org, queued.call, true);
  const refusal = typeof answer === 'object' && 'refused' in answer ? answer.refused : undefined;
  if (refusal !== 'write_quota_exceeded') queued.status = refusal ? 'failed' : 'approved';
  return answer;
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no number ${index}`);
  return found;
}

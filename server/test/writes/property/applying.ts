import { decidedSince, isDecided } from './decided-since.ts';
import type { Action, Answer, Call, Campaign, Change, Edit, OneChange, Organization } from './organization-model.ts';
import { guard } from './rules.ts';

/** In this order a recommendation is carried out, one request for each kind. */
const KINDS = ['pause', 'enable', 'exclude', 'lift', 'bid', 'setting', 'add'] as const;

const OPS: Readonly<Record<(typeof KINDS)[number], string>> = {
  pause: 'set_keyword_state',
  enable: 'set_keyword_state',
  exclude: 'add_negative_keywords',
  lift: 'lift_negative_keywords',
  bid: 'set_keyword_bid',
  setting: 'update_campaign',
  add: 'add_keywords',
};

/** A person applies a recommendation in the dashboard, so it is never held. */
export function apply(org: Organization, call: Extract<Call, { kind: 'apply' }>, sync: () => void): Answer {
  const campaign = org.campaigns[call.campaign];
  if (!campaign) throw new Error('there is no such campaign');
  const edits = inOrder(call.edits.filter((edit) => !isSo(campaign, edit)));
  const [first] = edits;
  if (!first) return { refused: 'already_applied' };
  const setting = edits.find((edit) => kindOf(edit) === 'setting');
  const refusal = setting && guard(org, campaign, asUpdate(setting), false);
  if (refusal) return refusal;
  if (org.used >= org.quota) return { refused: 'write_quota_exceeded' };
  const done: Edit[] = [];
  const change: Change = { op: 'recommendation', logged: OPS[kindOf(first)], edits: done };
  const action: Action = {
    id: '',
    campaign: call.campaign,
    change,
    executed: true,
    undone: false,
    theirs: false,
  };
  org.actions.push(action);
  const stopped = carryOut(campaign, edits, done);
  action.executed = done.length > 0 || !stopped;
  if (action.executed) org.used += 1;
  if (!stopped) return { done: change, action: org.actions.length - 1 };
  sync();
  return { refused: 'sync_conflict' };
}

/** Takes back what was done of it, as things stand. */
export function takeBack(org: Organization, action: Action, sync: () => void): Answer {
  const campaign = org.campaigns[action.campaign];
  if (!campaign || action.change.op !== 'recommendation') throw new Error('it was no recommendation');
  const edits = action.change.edits;
  const since = decidedSince(org, action);
  const back = edits.filter((edit) => !edit.theirs && isBackable(campaign, edit) && !isDecided(edit, since));
  if (back.length === 0) return { refused: 'not_reversible' };
  const latestFirst = inOrder(back).toReversed();
  const reversed = latestFirst.map(inverse);
  const setting = reversed.find((edit) => kindOf(edit) === 'setting');
  const refusal = setting && guard(org, campaign, asUpdate(setting), true);
  if (refusal) return refusal;
  if (org.used >= org.quota) return { refused: 'write_quota_exceeded' };
  const done: Edit[] = [];
  const stopped = carryOut(campaign, reversed, done);
  if (done.length > 0 || !stopped) org.used += 1;
  if (stopped) {
    const taken = new Set(latestFirst.slice(0, done.length).map(kindOf));
    for (const edit of edits) if (taken.has(kindOf(edit))) edit.takenBack = true;
    sync();
    return { refused: 'sync_conflict' };
  }
  action.undone = true;
  return { undone: back.map(({ what }) => what), skipped: edits.length - back.length };
}

/** Does one edit after the other; true where the platform held something else and it went no further. */
function carryOut(campaign: Campaign, edits: readonly Edit[], done: Edit[]): boolean {
  for (const edit of edits) {
    const { there } = campaign;
    if (edit.what === 'budget' && there) {
      if (there.budget !== edit.from && there.budget !== edit.to) return true;
      done.push({ ...edit, theirs: there.budget === edit.to });
    } else done.push(edit);
    doEdit(campaign, edit);
  }
  return false;
}

function doEdit(campaign: Campaign, edit: Edit): void {
  switch (edit.what) {
    case 'state':
    case 'bid': {
      const keyword = campaign.keywords.get(edit.of);
      if (keyword) Object.assign(keyword, edit.what === 'state' ? { state: edit.to } : { bid: edit.to });
      return;
    }
    case 'add':
      campaign.keywords.set(edit.of, { state: 'enabled', bid: null });
      return;
    case 'remove':
      campaign.keywords.delete(edit.of);
      return;
    case 'exclude':
      campaign.negatives.push(edit.of);
      return;
    case 'lift':
      campaign.negatives = campaign.negatives.filter((one) => one !== edit.of);
      return;
    default: {
      const now = edit.what === 'budget' ? { budget: edit.to } : { target_cpa: edit.to };
      Object.assign(campaign, now);
      if (campaign.there) Object.assign(campaign.there, now);
    }
  }
}

/** Whether nothing of an edit is left to do. */
function isSo(campaign: Campaign, edit: Edit): boolean {
  switch (edit.what) {
    case 'state':
      return campaign.keywords.get(edit.of)?.state === edit.to;
    case 'bid':
      return campaign.keywords.get(edit.of)?.bid === edit.to;
    case 'add':
      return campaign.keywords.has(edit.of);
    case 'remove':
      return !campaign.keywords.has(edit.of);
    case 'exclude':
      return campaign.negatives.includes(edit.of);
    case 'lift':
      return !campaign.negatives.includes(edit.of);
    case 'budget':
      return campaign.budget === edit.to;
    case 'target':
      return campaign.target_cpa === edit.to;
  }
}

/** Whether things are still as the edit left them. */
function isBackable(campaign: Campaign, edit: Edit): boolean {
  const isKeyword = edit.what === 'state' || edit.what === 'bid';
  return isSo(campaign, edit) && (!isKeyword || campaign.keywords.has(edit.of));
}

function inverse(edit: Edit): Edit {
  switch (edit.what) {
    case 'state':
      return { ...edit, from: edit.to, to: edit.from };
    case 'bid':
      return { ...edit, from: edit.to, to: edit.from };
    case 'budget':
      return { ...edit, from: edit.to, to: edit.from };
    case 'target':
      return { ...edit, from: edit.to, to: edit.from };
    case 'add':
      return { what: 'remove', of: edit.of };
    case 'remove':
      return { what: 'add', of: edit.of };
    case 'exclude':
      return { what: 'lift', of: edit.of };
    case 'lift':
      return { what: 'exclude', of: edit.of };
  }
}

function kindOf(edit: Edit): (typeof KINDS)[number] {
  if (edit.what === 'state') return edit.to === 'paused' ? 'pause' : 'enable';
  if (edit.what === 'budget' || edit.what === 'target') return 'setting';
  return edit.what === 'remove' ? 'add' : edit.what;
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => KINDS.indexOf(kindOf(one)) - KINDS.indexOf(kindOf(other)));
}

function asUpdate(edit: Edit): OneChange {
  if (edit.what === 'budget') return { op: 'update_campaign', changes: { budget: { from: edit.from, to: edit.to } } };
  return { op: 'update_campaign', changes: {} };
}

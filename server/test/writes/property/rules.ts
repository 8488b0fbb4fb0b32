import {
  type Answer,
  type Campaign,
  FIELDS,
  type OneChange,
  type Organization,
  type Settings,
} from './organization-model.ts';

/** What may refuse a change before anything happens. */
export function guard(org: Organization, campaign: Campaign, change: OneChange, undoing: boolean): Answer | undefined {
  if (change.op === 'add_negative_keywords') return undefined;
  if (change.op === 'set_campaign_state') return change.to === 'live' ? launchBlocker(org, campaign) : undefined;
  const { budget } = change.changes;
  if (!budget) return undefined;
  return (undoing ? undefined : callLimit(org, budget)) ?? monthlyCap(org, campaign, budget);
}

/** One call moves a budget by so many percent at most; one of 0 may move anywhere. */
function callLimit({ percent }: Organization, { from, to }: { from: number; to: number }): Answer | undefined {
  const allowed_min = Math.ceil((from * (100 - percent)) / 100);
  const allowed_max = Math.floor((from * (100 + percent)) / 100);
  if (from === 0 || (to >= allowed_min && to <= allowed_max)) return undefined;
  return { refused: 'budget_cap_exceeded', extra: { allowed_min, allowed_max } };
}

/** All daily budgets, drafts and paused included, times 30 fit the cap; lowering one is never refused. */
function monthlyCap(
  { cap, campaigns }: Organization,
  campaign: Campaign,
  { from, to }: { from: number; to: number },
): Answer | undefined {
  if (cap === null || to < from) return undefined;
  const others = campaigns.filter((one) => one !== campaign).reduce((sum, one) => sum + one.budget, 0);
  if ((others + to) * 30 <= cap) return undefined;
  const allowed_max_daily = Math.max(0, Math.floor(cap / 30 - others));
  return { refused: 'budget_cap_exceeded', extra: { monthly_cap: cap, allowed_max_daily } };
}

function launchBlocker(org: Organization, campaign: Campaign): Answer | undefined {
  if (campaign.budget === 0) return { refused: 'launch_blocked', extra: { blocked_by: 'budget' } };
  const over = monthlyCap(org, campaign, { from: 0, to: campaign.budget });
  if (over) return over;
  return campaign.there?.foreign ? { refused: 'sync_conflict' } : undefined;
}

/** The platform no longer holds what the change starts from, nor what it would make of it. */
export function differsThere({ there }: Campaign, change: OneChange): boolean {
  if (!there || change.op !== 'update_campaign') return false;
  return !holds(there, change.changes, 'to') && !holds(there, change.changes, 'from');
}

/** Somebody made the very change in the platform, and we did not know. */
export function isMadeThere({ there }: Campaign, change: OneChange): boolean {
  if (!there || change.op === 'add_negative_keywords') return false;
  if (change.op === 'update_campaign') return holds(there, change.changes, 'to');
  const wished = change.to === 'live';
  return there.running === wished && there.knownRunning !== wished;
}

type Edits = Extract<OneChange, { op: 'update_campaign' }>['changes'];

function holds(there: Settings, changes: Edits, side: 'from' | 'to'): boolean {
  return FIELDS.filter((field) => changes[field]).every((field) => there[field] === changes[field]?.[side]);
}

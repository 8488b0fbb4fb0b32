/** What the model of guarded writes knows of an organization, and what it answers. */

export type State = 'live' | 'paused' | 'draft';
export type Field = 'name' | 'budget' | 'target_cpa';
export const FIELDS: readonly Field[] = ['name', 'budget', 'target_cpa'];

/** What a campaign can be edited to; amounts as numbers, null where there is no target. */
export interface Settings {
  name: string;
  budget: number;
  target_cpa: number | null;
}

/** A campaign in the platform. */
export interface There extends Settings {
  running: boolean;
  /** As far as we know: what we last set or read. */
  knownRunning: boolean;
  /** Somebody changed it there since we last read it. */
  foreign: boolean;
}

export interface Campaign extends Settings {
  slug: string;
  state: State;
  /** The number of the action that gave it its state; null where somebody did in the platform, or nobody has. */
  stateSetBy: number | null;
  /** What a sync found decided in the platform, with how many actions there were then. */
  decidedThere: Map<string, number>;
  /** As `text/match type`. */
  negatives: string[];
  /** By `text/match type`; the platform has the same once the campaign is there. */
  keywords: Map<string, Keyword>;
  there: There | null;
}

export interface Keyword {
  state: 'enabled' | 'paused';
  bid: number | null;
}

/** One thing that a recommendation changes; `of` is a keyword or negative keyword as `text/match type`. */
export type Edit = (
  | { what: 'state'; of: string; from: Keyword['state']; to: Keyword['state'] }
  | { what: 'bid'; of: string; from: number | null; to: number | null }
  | { what: 'add' | 'remove' | 'exclude' | 'lift'; of: string }
  | { what: 'budget'; from: number; to: number }
  | { what: 'target'; from: number | null; to: number | null }
) & {
  theirs?: boolean;
  /** An undo that came only part of the way has taken it back. */
  takenBack?: boolean;
};

/** What an action did, so that it can be taken back. */
export type Change =
  | { op: 'update_campaign'; changes: Partial<{ [F in Field]: { from: Settings[F]; to: Settings[F] } }> }
  | { op: 'set_campaign_state'; from: State; to: State; setByBefore: number | null }
  | { op: 'add_negative_keywords'; negatives: string[] }
  /** A recommendation: what was done of it, named in the log after its first step. */
  | { op: 'recommendation'; logged: string; edits: Edit[] };

/** What is changed by one step. */
export type OneChange = Exclude<Change, { op: 'recommendation' }>;

export interface Action {
  /** Given by the service. */
  id: string;
  campaign: number;
  change: Change;
  executed: boolean;
  undone: boolean;
  /** Somebody had made the change in the platform: it is not ours to take back. */
  theirs: boolean;
}

/** A call that changes something. */
export type Call =
  | { kind: 'edit'; campaign: number; fields: Partial<{ name: string; budget: number; target_cpa: number }> }
  | { kind: 'state'; campaign: number; to: State }
  | { kind: 'negatives'; campaign: number; terms: string[]; match: string }
  | { kind: 'apply'; campaign: number; id: string; edits: Edit[] }
  | { kind: 'undo'; action: number };

export interface Queued {
  id: string;
  call: Call;
  status: 'pending' | 'approved' | 'rejected' | 'failed';
}

export interface Organization {
  /** Monthly, null where there is none. */
  cap: number | null;
  percent: number;
  quota: number;
  used: number;
  approvals: boolean;
  campaigns: Campaign[];
  actions: Action[];
  queued: Queued[];
}

/** What a call answers: a refusal, a change that was made, nothing to do, or that it waits. */
export type Answer =
  | { refused: string; extra?: Record<string, unknown> }
  | { done: Change; action: number }
  | { undone: string[]; skipped: number }
  | 'nothing'
  | 'held';

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
  /** As `text/match type`. */
  negatives: string[];
  there: There | null;
}

/** What an action did, so that it can be taken back. */
export type Change =
  | { op: 'update_campaign'; changes: Partial<{ [F in Field]: { from: Settings[F]; to: Settings[F] } }> }
  | { op: 'set_campaign_state'; from: State; to: State }
  | { op: 'add_negative_keywords'; negatives: string[] };

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

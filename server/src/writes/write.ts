import type { Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { Scope } from '../base/scopes.ts';
import type { StoredStep, TakesBack } from './actions/action.store.ts';
import type { Seen } from './seen.ts';
import type { PlanContext, Step } from './step.ts';

/** What a write is about to do: its steps, and the action it undoes, if it undoes one. */
export interface Plan<S extends Step = Step> {
  steps: S[];
  undoes?: string;
  /** Whether it stops what may be spending: that is counted, and never refused for lack of quota. */
  stops?: boolean;
  /** What is wanted to rest, and does already. */
  rests?: readonly Step[];
  /** For the next plan of the same write. */
  seen?: Seen | undefined;
  /** As the log names where it came from; `dashboard`, a direct change, unless told otherwise. */
  source?: 'engine';
  /** Of an undo: what it puts back, and what changed since and is left alone. */
  restored?: string[];
  skipped?: string[];
  /** Of an undo: what each step takes back. */
  takesBack?: ReadonlyMap<Step, TakesBack>;
  /** Of an undo: the steps that earlier tries have done. */
  before?: readonly StoredStep[];
}

/** What came of an executed write; there is no action where there was nothing to do. */
export interface Done<S extends Step = Step> {
  plan: Plan<S>;
  actionId: string | null;
  taskId: number | null;
}

/** A write as the pipeline runs it. */
export interface Write<Input, Result = unknown, S extends Step = Step> {
  name: string;
  scope: Scope | null;
  /** Whether it can raise what is spent, so that the organization's budgets must be held still meanwhile. */
  movesBudgets: boolean;
  /** Whether some of its guardrails ask the ad platform, or look through very much: that is done before anything is locked. */
  asksPlatform: boolean;
  /** Whether what is asked for would stop spending: that passes whatever else the organization has waiting. */
  stops?(input: Input): boolean;
  /** Whether it may turn out to stop spending, where that is no matter of the input. */
  mayStop?(input: Input, context: Context): Promise<boolean>;
  /** The campaigns that it may start. */
  mayStart?(input: Input, context: Context): Promise<number[]>;
  plan(input: Input, context: PlanContext): Promise<Plan<S>>;
  resultOf(done: Done<S>, input: Input): Result;
}

/** How a preview is written of what is planned, given the first refusal; it may read more. */
export type PreviewOf<S extends Step, Preview> = (
  plan: Plan<S>,
  refusal: Refusal | undefined,
) => Preview | Promise<Preview>;

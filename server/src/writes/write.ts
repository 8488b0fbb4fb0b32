import type { Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { Scope } from '../base/scopes.ts';
import type { Step } from './step.ts';
import type { BoundStep } from './steps.ts';

/** What a write is about to do: its steps, and the action it undoes, if it undoes one. */
export interface Plan {
  steps: Step[];
  undoes?: string;
  /** Of an undo: what it puts back, and what changed since and is left alone. */
  restored?: string[];
  skipped?: string[];
}

/** Planning only reads. */
export interface PlanContext extends Context {
  /** What is read must stay as it is until the change is written down. */
  readonly locking: boolean;
  /** The plan is to be carried out, so earlier changes must have come to an end. */
  readonly waiting: boolean;
}

/** What came of an executed write; there is no action where there was nothing to do. */
export interface Done {
  plan: Plan;
  steps: readonly BoundStep[];
  actionId: string | null;
  taskId: number | null;
}

/** A write as the pipeline runs it. */
export interface Write<Input, Result = unknown> {
  name: string;
  scope: Scope | null;
  /** Whether it can raise what is spent, so that the organization's budgets must be held still meanwhile. */
  movesBudgets: boolean;
  /** Whether some of its guardrails ask the ad platform, which is done before anything is locked. */
  asksPlatform: boolean;
  plan(input: Input, context: PlanContext): Promise<Plan>;
  resultOf(done: Done, input: Input): Result;
}

/** How a preview is written, given the first refusal. */
export type PreviewOf = (steps: readonly BoundStep[], refusal: Refusal | undefined) => unknown;

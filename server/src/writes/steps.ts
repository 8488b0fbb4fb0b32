import type { Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { StoredStep } from './actions/action.store.ts';
import type { Abandoned, GuardContext, Here, Inverse, Outcome, Step, StepKind } from './step.ts';
import type { PlanContext } from './write.ts';

declare module '../base/context.ts' {
  interface Services {
    /** The kinds of steps that guarded writes are made of. */
    readonly steps: Steps;
  }
}

/** A step with its kind looked up and its details read: what the pipeline works with. */
export interface BoundStep {
  readonly op: string;
  readonly details: unknown;
  readonly campaign: { id: number; slug: string };
  readonly reachesPlatform: boolean;
  readonly inBackground: boolean;
  describe(): string;
  refusal(context: GuardContext, when: 'always' | 'executed'): Promise<Refusal | undefined>;
  begin(here: Here): Promise<void>;
  there(context: TaskContext, note: (details: unknown) => Promise<void>): Promise<Outcome>;
  here(here: Here): Promise<void>;
  abandon(here: Here, outcome: Abandoned): Promise<void>;
  inverse(context: PlanContext): Promise<Inverse>;
  resultOf(about: { appUrl: string; organization: string; at: string }): Record<string, unknown>;
}

/** The kinds of steps there are; steps are kept as JSON and bound to their kind again when they are needed. */
export class Steps {
  #kinds: Map<string, (details: unknown) => BoundStep>;

  constructor(kinds: readonly Binder[]) {
    this.#kinds = new Map(kinds.map(({ op, bind }) => [op, bind]));
  }

  bind({ op, details }: Step): BoundStep {
    const bind = this.#kinds.get(op);
    if (!bind) throw new Error(`there is no step ${op}`);
    return bind(details);
  }
}

/** A kind of step whose details were made opaque. */
export interface Binder {
  op: string;
  bind(details: unknown): BoundStep;
}

/** Makes a kind of step part of the list. */
export function binder<Details>(kind: StepKind<Details>): Binder {
  return { op: kind.op, bind: (details) => bound(kind, kind.details.parse(details)) };
}

function bound<Details>(kind: StepKind<Details>, details: Details): BoundStep {
  return {
    op: kind.op,
    details,
    campaign: kind.campaignOf(details),
    reachesPlatform: kind.reachesPlatform(details),
    inBackground: kind.inBackground,
    describe: () => kind.describe(details),
    async refusal(context, when) {
      for (const guardrail of kind.guardrails) {
        if (guardrail.when !== when) continue;
        const refusal = await guardrail.check(details, context);
        if (refusal) return refusal;
      }
      return undefined;
    },
    begin: (here) => kind.begin(details, here),
    there: (context, note) => kind.there(details, { ...context, note }),
    here: (here) => kind.here(details, here),
    abandon: (here, outcome) => kind.abandon(details, here, outcome),
    inverse: (context) => kind.inverse(details, context),
    resultOf: (about) => kind.resultOf(details, about),
  };
}

/** The first refusal of any step, in order. */
export async function firstRefusal(
  steps: readonly BoundStep[],
  context: Context,
  { when, undoing }: { when: 'always' | 'executed'; undoing: boolean },
): Promise<Refusal | undefined> {
  for (const step of steps) {
    const refusal = await step.refusal({ ...context, undoing }, when);
    if (refusal) return refusal;
  }
  return undefined;
}

/** A step as an action keeps it. */
export function stored({ op, details }: BoundStep, done: boolean): StoredStep {
  return { op, details, done };
}

import type { Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { StoredStep, TakesBack } from './actions/action.store.ts';
import type { AnyStepKind, BudgetMove, GuardContext, Step } from './step.ts';

declare module '../base/context.ts' {
  interface Services {
    /** The kinds of steps that guarded writes are made of. */
    readonly steps: Steps;
  }
}

/** The kinds of steps there are; steps are kept as JSON and read by their kind when they are needed again. */
export class Steps {
  #kinds = new Map<string, AnyStepKind>();
  /** What was read stays as it is, and an action may have a thousand steps that are asked for again and again. */
  #read = new WeakMap<object, Step>();

  /** Those named, and those that take them back. */
  constructor(kinds: readonly AnyStepKind[]) {
    for (const kind of kinds) this.#add(kind);
  }

  read({ op, details }: Pick<StoredStep, 'op' | 'details'>): Step {
    const kind = this.#kinds.get(op);
    if (!kind) throw new Error(`there is no step ${op}`);
    if (typeof details !== 'object' || details === null) return kind.read(details);
    const known = this.#read.get(details);
    if (known?.op === op) return known;
    const step = kind.read(details);
    this.#read.set(details, step);
    return step;
  }

  /** Those that may start or stop a campaign: of an action of thousands of things mostly none has to be read for that. */
  thatMoveState(steps: readonly StoredStep[]): Step[] {
    return steps.filter(({ op }) => this.#kinds.get(op)?.movesState ?? true).map((step) => this.read(step));
  }

  /** Whether steps of this name can still be read. */
  has(op: string): boolean {
    return this.#kinds.has(op);
  }

  #add(kind: AnyStepKind): void {
    const known = this.#kinds.get(kind.op);
    if (known === kind) return;
    if (known) throw new Error(`two kinds of steps are called ${kind.op}`);
    this.#kinds.set(kind.op, kind);
    for (const inverse of kind.undoneBy) this.#add(inverse);
  }
}

/** The first refusal of any step, in order; each is judged beside what those before it do to budgets. */
export async function firstRefusal(
  steps: readonly Step[],
  context: Context & Pick<GuardContext, 'seen'>,
  { when, undoing }: { when: 'always' | 'executed'; undoing: boolean },
): Promise<Refusal | undefined> {
  const moved: BudgetMove[] = [];
  for (const step of steps) {
    const refusal = await step.refusal({ ...context, undoing, moved }, when);
    if (refusal) return refusal;
    moved.push(...step.budgetMoves);
  }
  return undefined;
}

/** A step as an action keeps it; one that takes another back with the place of that. */
export function stored({ op, details }: Step, done: boolean, takesBack?: TakesBack): StoredStep {
  return { op, details, done, ...takesBack };
}

import type { z } from 'zod';
import type { Transaction } from '../base/database.ts';
import type { TaskQueue } from '../base/task-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { Steps } from '../writes/steps.ts';

/** What a command works with; all that it does is one transaction. */
export interface OperatorContext {
  db: Transaction;
  clock: Clock;
  /** Where the dashboard is reached. */
  appUrl: string;
  /** Takes mail alone. */
  tasks: TaskQueue;
  /** The kinds of steps that changes are made of. */
  steps: Steps;
}

/** A command of the operator, ready to be looked up by its name. */
export interface OperatorCommand {
  name: string;
  /** Its options, as the usage shows them. */
  usage: string;
  /** The names of its options, without the dashes. */
  options: string[];
  /** Reads the options and gives the work to do, or throws a UsageError. */
  prepare(values: Record<string, string>): (context: OperatorContext) => Promise<string>;
}

/** What was typed makes no command: nothing was tried. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was understood and cannot be carried out as things stand: nothing was changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Defines a command; options carry the names that are typed, and `run` returns what the operator reads. */
export function operatorCommand<Shape extends z.ZodRawShape>(definition: {
  name: string;
  usage: string;
  input: z.ZodObject<Shape>;
  run(input: z.output<z.ZodObject<Shape>>, context: OperatorContext): Promise<string>;
}): OperatorCommand {
  const { name, usage, input, run } = definition;
  return {
    name,
    usage,
    options: Object.keys(input.shape),
    prepare(values) {
      const read = input.safeParse(values);
      if (!read.success) throw new UsageError(firstProblem(read.error, values));
      return (context) => run(read.data, context);
    },
  };
}

function firstProblem({ issues: [issue] }: z.ZodError, values: Record<string, string>): string {
  const option = issue?.path.join('.');
  if (!option) return issue?.message ?? 'the options are not valid';
  return option in values ? `--${option} ${issue?.message}` : `--${option} is missing`;
}

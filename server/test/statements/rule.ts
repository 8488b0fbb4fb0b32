import { isTenant } from './queries.ts';
import { find, parameterOf, parse, type SqlNode, text } from './tree.ts';

/** A statement as the rules see it. */
export interface Subject {
  commands: SqlNode[];
  /** Whether null may be sent for a parameter, by its number. */
  mayBeNull(parameter: number): boolean;
}

/** A form of SQL that tables distributed by organization do not take, and what to write instead. */
export interface Rule {
  /** What is refused, and what to write. */
  says: string;
  /** The places where the statement breaks it. */
  broken(subject: Subject): string[];
  /** Examples that it catches; every parameter but $1 may be null. */
  refused: readonly string[];
  /** Examples that it lets pass. */
  allowed: readonly string[];
}

/** Reads a text as a subject; every parameter but the first, which names the organization, may be null. */
export function subjectOf(sql: string, mayBeNull = (parameter: number) => parameter !== 1): Subject {
  return { commands: parse(sql), mayBeNull };
}

/** Whether anything in the statement could be distributed: what only local tables see may be written in any way. */
export function touchesTenants({ commands }: Subject): boolean {
  return commands.some((command) => find(command, 'RangeVar').some((table) => isTenant(text(table, 'relname'))));
}

/** The parameters in an expression, without those that coalesce gives a value. */
export function openParameters(expression: SqlNode): number[] {
  const covered = new Set(find(expression, 'CoalesceExpr').flatMap((one) => find(one, 'ParamRef')));
  return find(expression, 'ParamRef')
    .filter((one) => !covered.has(one))
    .map(parameterOf);
}

import type { Context } from '../base/context.ts';

/** What was decided after an action, as far as it was read. */
export interface DecidedLater {
  /** Those of these things that were decided on. */
  among(things: readonly string[]): Promise<ReadonlySet<string>>;
  /** The same, as of when it is next asked. */
  continuedIn(context: Context): DecidedLater;
}

/** What a plan saw before anything was locked: in the platform, or in so much that it is not looked through again. */
export interface Seen {
  /** Whether a campaign that rests here runs there; `unknown` where the platform could not be read. */
  runs?: boolean | 'unknown';
  /** What was decided after each action that is taken back. */
  later?: ReadonlyMap<string, DecidedLater>;
  /** Stands for what a guardrail looked through and found nothing against; as long as that is the same, neither is there. */
  judged?: string;
}

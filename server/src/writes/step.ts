import type { z } from 'zod';
import type { Context, Services, Tenancy } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { PlatformWrite } from '../ports/ad-platform.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { PlanContext } from './write.ts';

/** One change that a write is about to make, with everything needed to make it and to take it back. */
export interface Step {
  readonly op: string;
  readonly details: unknown;
}

/** What a guardrail looks at beside the step. */
export interface GuardContext extends Context {
  /** Undoing: the limit on how far one call moves a budget does not hold. */
  readonly undoing: boolean;
}

/** May refuse a step. Those with `when: 'executed'` read the ad platform, so a preview leaves them out. */
export interface Guardrail<Details> {
  readonly when: 'always' | 'executed';
  check(details: Details, context: GuardContext): Promise<Refusal | undefined>;
}

/** Where a step's own rows are written: always inside a transaction. */
export interface Here extends Services, Tenancy {
  readonly actionId: string;
}

/** What a step sees while it tells the platform. */
export interface StepWork<Details> extends TaskContext {
  /** Keeps changed details at once: what must be known if the process dies before the platform has answered. */
  note(details: Details): Promise<void>;
}

/** What the platform made of a step: kept with it, and handed to `here`. */
export interface Outcome {
  /** The new details, where the platform added something, such as ids. */
  details?: Record<string, unknown>;
  wrote: PlatformWrite[];
}

/** Why a step is given up: the platform declined it, nobody knows whether it took it, or our rows were outdated. */
export type Abandoned = 'declined' | 'unknown' | 'outdated';

/** How a step is taken back as things stand: what would be restored, and what changed since and is left alone. */
export interface Inverse {
  step: Step | undefined;
  restored: string[];
  skipped: string[];
}

/** What a kind of step is called, what may refuse it, how it is done here and in the platform, and its inverse. */
export interface StepKind<Details> {
  /** As the action log names it. */
  readonly op: string;
  /** Steps are kept as JSON; this reads them back. */
  readonly details: z.ZodType<Details>;
  readonly guardrails: readonly Guardrail<Details>[];
  /** The campaign it changes. */
  campaignOf(details: Details): { id: number; slug: string };
  /** In words, for the action log. */
  describe(details: Details): string;
  /** Whether the ad platform has to be told. */
  reachesPlatform(details: Details): boolean;
  /** Whether callers are answered before it is done. */
  readonly inBackground: boolean;
  /** Marks what is under way, in the transaction that writes the action down. */
  begin(details: Details, here: Here): Promise<void>;
  /** Tells the platform. It may run again after a crash, so it looks at what is there first. */
  there(details: Details, context: StepWork<Details>): Promise<Outcome>;
  /** Writes our own rows, in the transaction that completes the step. */
  here(details: Details, here: Here): Promise<void>;
  /** Takes back what `begin` marked; unless the platform just declined, it has to be read. */
  abandon(details: Details, here: Here, outcome: Abandoned): Promise<void>;
  /** Holds the campaign still where the plan is about to be carried out. */
  inverse(details: Details, context: PlanContext): Promise<Inverse>;
  /** What a finished background task tells of it. */
  resultOf(details: Details, context: { appUrl: string; organization: string; at: string }): Record<string, unknown>;
}

import type { z } from 'zod';
import type { Context, Services, Tenancy } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import type { Scope } from '../base/scopes.ts';
import type { Approver } from '../identity/requester.ts';
import type { AdPlatformError, PlatformWrite } from '../ports/ad-platform.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { ActionRow } from './actions/action.store.ts';
import type { Sending } from './actions/sending.ts';
import { type Change, inWords, type PlacedChange } from './change.ts';
import type { Seen } from './seen.ts';

/** What becomes of a daily budget; amounts are decimals as text. */
export interface BudgetMove {
  /** null for a campaign that does not exist yet. */
  campaign_id: number | null;
  from: string;
  to: string;
}

/** What is remembered of a write from when it was asked for, however long it waits. */
export interface AskedFor {
  /** How often each campaign that it may start had been wanted to rest by then. */
  readonly stopsBefore?: ReadonlyMap<number, number> | undefined;
  /** When that was, where it waited for its turn, or is carried on for a process that died. */
  readonly askedAt?: number | undefined;
}

/** What a guardrail looks at beside the step. */
export interface GuardContext extends Context {
  /** Undoing: the limit on how far one call moves a budget does not hold. */
  readonly undoing: boolean;
  /** What earlier steps of the same write do to budgets: limits hold for the whole of it. */
  readonly moved: readonly BudgetMove[];
  /** Of what is executed: what was seen before anything is locked. */
  readonly seen?: Seen | undefined;
}

/** May refuse a step. Those with `when: 'executed'` read the ad platform, so a preview leaves them out. */
export interface Guardrail<Details> {
  readonly when: 'always' | 'executed';
  check(details: Details, context: GuardContext): Promise<Refusal | undefined>;
  /** The move of a budget that it judges; later steps of the same write are judged with it. */
  moveOf?(details: Details): BudgetMove | undefined;
}

/** Planning only reads. */
export interface PlanContext extends Context {
  /** What is read must stay as it is until the change is written down. */
  readonly locking: boolean;
  /** The plan is to be carried out, so earlier changes must have come to an end. */
  readonly waiting: boolean;
  /** A person has to approve it first: it is only described, and what is under way goes on. */
  readonly held?: boolean;
  /** Whether others wait already for what would be busy: whoever comes later goes behind them. */
  readonly isAwaited?: ((busy: string) => boolean) | undefined;
  /** Stands for a plan of many steps: a campaign that several of them are on is read once. */
  readonly plan?: object;
  /** What the plan before this one saw: nobody looks into the platform, or through very much, while anything is locked. */
  readonly seen?: Seen | undefined;
}

/** How a step is taken back. */
export interface InverseContext extends PlanContext {
  /** Nobody knows whether it was done: what the platform has is what is taken back, once it was read. */
  readonly mayBeDone?: boolean;
  /** The action that is taken back, and when it was made. */
  readonly actionId: string;
  readonly madeAt: string;
  /** Those of these things that were decided on later, here or in the platform: what somebody decided later stands. */
  decidedSince(things: readonly string[]): Promise<ReadonlySet<string>>;
  /** The same of another action, which is taken back along with it. */
  decidedAfter(action: ActionRow, things: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Where a step's own rows are written: always inside a transaction. */
export interface OwnRows extends Services, Tenancy {
  readonly actionId: string;
  /** No other step of the action is left: nothing of it is on its way any more. */
  readonly last: boolean;
}

/** What an action is carried to the platform with. */
export interface Telling extends TaskContext {
  /** What whoever asked needed for it, and must still have. */
  readonly scope?: Scope | undefined;
  /** A person approved it as they were shown it. */
  readonly approved?: boolean;
  /** That person: they must still be one who decides, and the session in which they did must not have been ended. */
  readonly approvedBy?: Approver | undefined;
  /** Undoing: the limit on how far one call moves a budget does not hold. */
  readonly undoing: boolean;
  /** Somebody wanted a campaign of the action to stop when this try began. */
  readonly givesWay?: boolean;
  /** What the step wants is not sent any more, only looked for: it is that campaign, or an earlier try was lost. */
  readonly forStop?: boolean;
}

/** What a step sees while it tells the platform. */
export interface PlatformWork<Details> extends Telling {
  /** An earlier try left no word: what is found in the platform may be its work. */
  readonly mayHaveArrived: boolean;
  /**
   * The platform's no to a later try: it counts only where what the step wants is not there either. So it is looked for
   * once more, and nothing is sent.
   */
  readonly declined?: AdPlatformError | undefined;
  /** Is told of all that is sent: the same, as of now. */
  readonly sending: Sending;
  /** Keeps changed details at once: what must be known if the process dies before the platform has answered. */
  note(details: Details): Promise<void>;
}

/** What the platform made of a step: kept with it before its own rows are saved. */
export interface Outcome {
  /** The new details, where the platform added something, such as ids. */
  details?: Record<string, unknown>;
  wrote: PlatformWrite[];
}

/**
 * Why a step is given up: the platform declined it or was never asked, nobody knows whether it took it, or our rows were
 * outdated.
 */
export type GivenUp = 'declined' | 'unsent' | 'unknown' | 'outdated';

/** How a step is taken back as things stand: what would be restored, and what changed since and is left alone. */
export interface Inverse {
  steps: readonly Step[];
  restored: string[];
  skipped: string[];
  /** Whether it stops what may be spending. */
  stops?: boolean;
  /** What it wants to rest, and does already. */
  rests?: readonly Step[];
  /** What is left of it, where that depends on the campaigns that the same undo stops. */
  whenStopped?(stopped: ReadonlySet<number>): Promise<Inverse>;
  /** What else takes it back: each is done, and left alone, apart from the others. */
  besides?: readonly Inverse[];
}

/** What a finished background task is told about where it ran. */
export interface AboutResult {
  appUrl: string;
  organization: string;
  at: string;
}

/** The part of a step that the ad platform has to be told of. */
export interface PlatformPart<Details> {
  /** Whether the platform has to be told of this one. */
  reaches(details: Details): boolean;
  /** Whether callers are answered before it is done. */
  readonly inBackground: boolean;
  /** Whether it stops spending. */
  stops?(details: Details): boolean;
  /** Somebody wants the campaign to rest: what was asked to start it before, and has not begun, does not begin. */
  noteStop?(details: Details, context: Context): Promise<void>;
  /** Whether it makes a campaign run: a stop is only safe once that has come to its end. */
  starts?(details: Details): boolean;
  /** Marks what is on its way, in the transaction that writes the action down. */
  markPending(details: Details, own: OwnRows): Promise<void>;
  /** Tells the platform. It may run again after a crash, so it looks at what is there first. */
  tell(details: Details, work: PlatformWork<Details>): Promise<Outcome>;
  /** Takes back what `markPending` marked; unless the platform just declined or was never asked, it has to be read. */
  takeBack(details: Details, own: OwnRows, why: GivenUp): Promise<void>;
}

/** What a kind of step is called, what may refuse it, how it is made here and in the platform, and its inverse. */
export interface StepDefinition<Details, Op extends string = string> {
  /** As the action log names it. */
  readonly op: Op;
  /** Steps are kept as JSON; this reads them back. */
  readonly details: z.ZodType<Details>;
  /** In the order in which they are asked. */
  readonly guardrails: readonly Guardrail<Details>[];
  /** The kinds that take it back, where those are others than itself. */
  readonly undoneBy?: readonly AnyStepKind[];
  /** The campaign it changes. */
  campaignOf(details: Details): { id: number; slug: string };
  /** What becomes of what: for the action log and for whoever approves; on what, where the campaign has several of it. */
  changesOf(details: Details): PlacedChange[];
  /** What it decides on, each thing under a name that it has in no other campaign: an earlier action's undo leaves it. */
  about(details: Details): string[];
  /** Writes our own rows, in the transaction that completes the step. */
  save(details: Details, own: OwnRows): Promise<void>;
  /** Holds the campaign still where the plan is about to be carried out. */
  inverse(details: Details, context: InverseContext): Promise<Inverse>;
  /** What a finished background task tells of it. */
  resultOf(details: Details, about: AboutResult): Record<string, unknown>;
  /** Left out where a step concerns nothing but our own rows. */
  readonly platform?: PlatformPart<Details>;
}

/** One change that a write makes, of a known kind: what the pipeline works with. */
export interface Step<Details = unknown, Op extends string = string> {
  readonly op: Op;
  readonly details: Details;
  readonly campaign: { id: number; slug: string };
  readonly reachesPlatform: boolean;
  readonly inBackground: boolean;
  /** Whether it stops spending: of several steps it comes first. */
  readonly stops: boolean;
  /** Whether it makes a campaign run. */
  readonly starts: boolean;
  /** What it does to budgets, as its guardrails judge it. */
  readonly budgetMoves: readonly BudgetMove[];
  changes(): Change[];
  /** The same, each with the campaign that it is made in, and where in it. */
  placedChanges(): PlacedChange[];
  /** The changes in words, for the action log. */
  describe(): string;
  /** What it decides on. */
  about(): string[];
  refusal(context: GuardContext, when: 'always' | 'executed'): Promise<Refusal | undefined>;
  noteStop(context: Context): Promise<void>;
  markPending(own: OwnRows): Promise<void>;
  tell(work: PlatformWork<unknown>): Promise<Outcome>;
  save(own: OwnRows): Promise<void>;
  takeBack(own: OwnRows, why: GivenUp): Promise<void>;
  inverse(context: InverseContext): Promise<Inverse>;
  resultOf(about: AboutResult): Record<string, unknown>;
}

/** A kind of step as the pipeline sees it, whatever its details are. */
export interface AnyStepKind<Details = unknown, Op extends string = string> {
  readonly op: Op;
  readonly undoneBy: readonly AnyStepKind[];
  /** Whether steps of the kind may start or stop a campaign. */
  readonly movesState: boolean;
  /** Reads a step that was kept as JSON. */
  read(details: unknown): Step<Details, Op>;
}

/** A kind of step as its own domain sees it. */
export interface StepKind<Details, Op extends string> extends AnyStepKind<Details, Op> {
  of(details: Details): Step<Details, Op>;
}

/** Defines a kind of step. */
export function defineStep<Details, const Op extends string>(
  definition: StepDefinition<Details, Op>,
): StepKind<Details, Op> {
  return {
    op: definition.op,
    undoneBy: definition.undoneBy ?? [],
    movesState: Boolean(definition.platform?.starts ?? definition.platform?.stops),
    of: (details) => stepOf(definition, details),
    read: (details) => stepOf(definition, definition.details.parse(details)),
  };
}

function stepOf<Details, Op extends string>(
  definition: StepDefinition<Details, Op>,
  details: Details,
): Step<Details, Op> {
  const { platform } = definition;
  const campaign = definition.campaignOf(details);
  let worked: PlacedChange[] | undefined;
  // There may be thousands, and whatever tells, keeps or compares them asks anew.
  const changesOf = () => {
    worked ??= definition.changesOf(details);
    return worked;
  };
  return {
    op: definition.op,
    details,
    campaign,
    reachesPlatform: platform?.reaches(details) ?? false,
    inBackground: platform?.inBackground ?? false,
    stops: platform?.stops?.(details) ?? false,
    starts: platform?.starts?.(details) ?? false,
    budgetMoves: definition.guardrails.flatMap((guardrail) => guardrail.moveOf?.(details) ?? []),
    changes: () => changesOf().map(({ field, from, to }) => ({ field, from, to })),
    placedChanges: () =>
      changesOf().map(({ on, ...change }) => ({
        ...change,
        on: `campaign ${campaign.id}${on === undefined ? '' : ` ${on}`}`,
        campaign: campaign.slug,
      })),
    describe: () => inWords(changesOf()),
    about: () => definition.about(details),
    async refusal(context, when) {
      for (const guardrail of definition.guardrails) {
        if (guardrail.when !== when) continue;
        const refusal = await guardrail.check(details, context);
        if (refusal) return refusal;
      }
      return undefined;
    },
    noteStop: async (context) => platform?.noteStop?.(details, context),
    markPending: async (own) => platform?.markPending(details, own),
    tell: async (work) => platform?.tell(details, work) ?? { wrote: [] },
    save: (own) => definition.save(details, own),
    takeBack: async (own, why) => platform?.takeBack(details, own, why),
    inverse: (context) => definition.inverse(details, context),
    resultOf: (about) => definition.resultOf(details, about),
  };
}

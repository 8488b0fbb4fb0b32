import { z } from 'zod';
import type { CallerContext, Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import { membersOf } from '../base/json.ts';
import { type Method, type Operation, operation, type SafetyHints, type TypedOperation } from '../base/operation.ts';
import type { Scope } from '../base/scopes.ts';
import type { Topic } from '../base/topics.ts';
import { execute, preview } from './perform.ts';
import type { AnyStepKind, PlanContext } from './step.ts';
import type { Done, Plan, Write } from './write.ts';

type Shape = z.core.$ZodLooseShape;
type Parsed<I extends Shape> = z.output<z.ZodObject<I, z.core.$strict>>;
type StepOf<K extends AnyStepKind> = ReturnType<K['read']>;

interface Definition<I extends Shape, P extends Shape, R extends z.ZodObject, K extends AnyStepKind> {
  name: string;
  summary: string;
  description: string;
  rest: `${Method} /${string}`;
  /** null for what people do in the dashboard alone. */
  tool: `svc_${string}` | null;
  audience?: 'dashboard';
  scope: Scope;
  /** What of an organization it changes beside campaigns and the log. */
  changes?: readonly Topic[];
  /** Of its preview. */
  weight?: 'light';
  hints: SafetyHints;
  /** Whether it can raise what is spent, so that the organization's budgets must be held still meanwhile. */
  movesBudgets: boolean;
  /** Whether some of its guardrails ask the ad platform, or look through very much: that is done before anything is locked. */
  asksPlatform: boolean;
  /** Whether what is asked for would stop spending: that passes whatever else the organization has waiting. */
  stops?(input: Parsed<I>): boolean;
  /** The kinds of steps that it plans: from here the service knows them. */
  steps: readonly K[];
  /** Without dry_run, which every guarded write takes. */
  input: I;
  /** Without dry_run, which every preview carries. */
  preview: P;
  result: R;
  /** In which organization what it names is, where the path does not say. */
  locate?: (input: z.output<Asked<I>>, context: CallerContext) => Promise<number | undefined>;
  /** The campaigns that it may start. */
  mayStart?(input: Parsed<I>, context: Context): Promise<number[]>;
  plan(input: Parsed<I>, context: PlanContext): Promise<Plan<StepOf<K>>>;
  previewOf(
    steps: readonly StepOf<K>[],
    refusal: Refusal | undefined,
    input: Parsed<I>,
    context: Context,
  ): z.output<z.ZodObject<P>> | Promise<z.output<z.ZodObject<P>>>;
  resultOf(done: Done<StepOf<K>>, input: Parsed<I>): z.output<R>;
}

const dry_run = z
  .boolean()
  .default(true)
  .describe('true, the default, previews and changes nothing; false executes. Preview first.');

type Asked<I extends Shape> = z.ZodObject<I & { dry_run: typeof dry_run }, z.core.$strict>;
type Previewed<P extends Shape> = z.ZodObject<P & { dry_run: z.ZodBoolean }>;

/** A guarded write: an operation that also tells which kinds of steps it is made of. */
export interface GuardedWrite<I extends Shape = Shape, P extends Shape = Shape, R extends z.ZodObject = z.ZodObject>
  extends TypedOperation<Asked<I>, z.ZodUnion<readonly [Previewed<P>, R]>> {
  readonly steps: readonly AnyStepKind[];
}

/** Defines a change to a campaign: previewed unless asked otherwise, guarded, logged and reversible. */
export function guardedWrite<I extends Shape, P extends Shape, R extends z.ZodObject, K extends AnyStepKind>(
  definition: Definition<I, P, R, K>,
): GuardedWrite<I, P, R> {
  const {
    name,
    summary,
    description,
    rest,
    tool,
    scope,
    audience = 'everyone',
    hints,
    steps,
    previewOf,
    locate,
    weight,
  } = definition;
  const write: Write<Parsed<I>, z.output<R>, StepOf<K>> = definition;
  const input: Asked<I> = z.strictObject({ ...definition.input, dry_run });
  const previewed: Previewed<P> = z.object({ ...definition.preview, dry_run: z.boolean() });

  async function run(asked: Parsed<I> & { dry_run: boolean }, context: Context): Promise<unknown> {
    if (!asked.dry_run) return execute(write, asked, context);
    const shown = await preview(write, asked, context, (planned, refusal) =>
      previewOf(planned.steps, refusal, asked, context),
    );
    return { dry_run: true, ...shown };
  }

  const entry = operation(
    {
      name,
      summary,
      description,
      rest,
      tool,
      scope,
      audience,
      changes: ['campaigns', 'actions', ...(definition.changes ?? [])],
      input,
      output: z.union([previewed, definition.result]),
      ...(weight && { weight }),
      ...(locate && { organization: 'object', locate }),
    },
    run,
    {
      kind: 'write',
      hints: { ...hints, readOnly: false },
      heldByApprovals: true,
      spendsQuota: true,
      takesIdempotencyKey: true,
      confirmsAccess: true,
      isPreview: (asked) => membersOf(asked).dry_run !== false,
      status: 200,
    },
  );
  return { ...entry, steps };
}

/** The kinds of steps that an operation plans: none unless it is a guarded write. */
export function stepKindsOf(operation: Operation | GuardedWrite): readonly AnyStepKind[] {
  return 'steps' in operation ? operation.steps : [];
}

import { z } from 'zod';
import type { Context } from '../base/context.ts';
import {
  type Method,
  type Operation,
  operation,
  type SafetyHints,
  type TypedOperation,
  type Verbatim,
} from '../base/operation.ts';
import type { Scope } from '../base/scopes.ts';
import type { Topic } from '../base/topics.ts';
import { confirmAccess } from './access.ts';
import { mustBeAsShown, type ShownStep } from './approvals/as-shown.ts';
import { approvalRequired, hold, isHeld } from './approvals/hold.ts';
import { markApproved } from './approvals/queued-write.ts';
import { lockBudgets } from './budget-lock.store.ts';
import { type Change, inWords } from './change.ts';
import { atWork } from './change-lines.ts';
import { idempotently, keepAnswer } from './idempotency/idempotency.ts';
import { spendQuota } from './quota/write-quota.ts';
import type { PlanContext } from './step.ts';
import { inTurn } from './while-locked.ts';

type Shape = z.core.$ZodLooseShape;
type Parsed<I extends Shape> = z.output<z.ZodObject<I, z.core.$strict>>;
type StartContext = Context & Pick<PlanContext, 'locking'>;

interface Definition<I extends Shape, R extends z.ZodObject, Plan> {
  name: string;
  summary: string;
  description: string;
  rest: `${Method} /${string}`;
  tool: `svc_${string}`;
  scope: Scope;
  changes: readonly Topic[];
  hints: SafetyHints;
  /** Whether it can raise what is spent, so that the organization's budgets must be held still meanwhile. */
  movesBudgets: boolean;
  input: I;
  result: R;
  /** Checks everything that may refuse it, in order, and touches nothing; what it reads is held still where it says so. */
  plan(input: Parsed<I>, context: StartContext): Promise<Plan>;
  /** For whoever approves: what it would make, and in which campaign. */
  changesOf(plan: Plan, input: Parsed<I>): { campaign: string | null; changes: Change[] };
  /** Writes down what is about to be made and queues the work, in the transaction that spends quota. */
  begin(plan: Plan, input: Parsed<I>, context: Context): Promise<z.output<R>>;
}

/** The making of something new: an operation that also tells what would refuse it. */
export interface GuardedStart<I extends Shape = Shape, R extends z.ZodObject = z.ZodObject>
  extends TypedOperation<z.ZodObject<I, z.core.$strict>, R> {
  /** Throws what would refuse it now, for whoever approves it; begins nothing. */
  mustBeAllowed(input: unknown, context: Context): Promise<void>;
}

/** Whether an operation makes something new by work that outlives its request. */
export function isGuardedStart(operation: Operation): operation is GuardedStart {
  return 'mustBeAllowed' in operation;
}

/**
 * Defines the making of something new by work that outlives its request: no preview and no action to undo, but access,
 * guardrails, approval, quota and Idempotency-Key as for every guarded write.
 */
export function guardedStart<I extends Shape, R extends z.ZodObject, Plan>(
  definition: Definition<I, R, Plan>,
): GuardedStart<I, R> {
  const { name, summary, description, rest, tool, scope, changes, hints, result: output } = definition;
  const input = z.strictObject(definition.input);
  const entry = operation(
    { name, summary, description, rest, tool, scope, changes, input, output },
    (asked: Parsed<I>, context: Context) => execute(definition, asked, context),
    {
      kind: 'start',
      hints: { ...hints, readOnly: false },
      heldByApprovals: true,
      spendsQuota: true,
      takesIdempotencyKey: true,
      confirmsAccess: true,
      isPreview: () => false,
      status: 202,
    },
  );
  return {
    ...entry,
    mustBeAllowed: async (asked, context) => {
      await planned(definition, input.parse(asked), { ...context, locking: false });
    },
  };
}

/** What it would make, as whoever approves was shown it. */
async function planned<I extends Shape, R extends z.ZodObject, Plan>(
  { plan, changesOf }: Definition<I, R, Plan>,
  input: Parsed<I>,
  context: StartContext,
): Promise<{ plan: Plan; shown: ShownStep }> {
  const made = await plan(input, context);
  const { campaign, changes } = changesOf(made, input);
  const shown: ShownStep = {
    campaign: campaign === null ? null : { slug: campaign },
    placedChanges: () => changes,
    describe: () => inWords(changes),
    stops: false,
  };
  mustBeAsShown(context, [shown], false);
  return { plan: made, shown };
}

function execute<I extends Shape, R extends z.ZodObject, Plan>(
  definition: Definition<I, R, Plan>,
  input: Parsed<I>,
  context: Context,
): Promise<z.output<R> | Verbatim> {
  return idempotently(context, { operation: definition.name, input }, async () => {
    const started = await inTurn(context, atWork(context, { stops: false }), (db) =>
      start(definition, input, { ...context, db }),
    );
    if ('heldAs' in started) throw approvalRequired(started.heldAs);
    return started.result;
  });
}

async function start<I extends Shape, R extends z.ZodObject, Plan>(
  definition: Definition<I, R, Plan>,
  input: Parsed<I>,
  context: Context,
): Promise<{ heldAs: string } | { result: z.output<R> }> {
  const { name, scope, movesBudgets } = definition;
  const waits = await isHeld(context);
  await confirmAccess(context, scope);
  if (movesBudgets) await lockBudgets(context);
  const { plan, shown } = await planned(definition, input, { ...context, locking: true });
  if (waits) {
    const held = { operation: name, input, steps: [shown], undoing: false, stops: false, once: false };
    const heldAs = await hold(context, held);
    await keepAnswer(context, { refusal: approvalRequired(heldAs) });
    return { heldAs };
  }
  await spendQuota(context, 'change');
  const result = await definition.begin(plan, input, context);
  if (context.approving) await markApproved(context, context.approving, { result, underWay: false });
  await keepAnswer(context, { underWay: undefined, body: result });
  return { result };
}

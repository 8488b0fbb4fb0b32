import { z } from 'zod';
import type { Context } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import { membersOf } from '../base/json.ts';
import { directWrite, type Method, type SafetyHints, type TypedOperation } from '../base/operation.ts';
import type { Scope } from '../base/scopes.ts';
import { execute, preview } from './perform.ts';
import type { BoundStep } from './steps.ts';
import type { Done, Write } from './write.ts';

type Shape = Record<string, z.ZodType>;
type Parsed<I extends Shape> = z.output<z.ZodObject<I, z.core.$strict>>;

interface Definition<I extends Shape, P extends z.ZodObject, R extends z.ZodObject>
  extends Pick<Write<Parsed<I>>, 'movesBudgets' | 'asksPlatform' | 'plan'> {
  name: string;
  summary: string;
  description: string;
  rest: `${Method} /${string}`;
  tool: `svc_${string}`;
  scope: Scope;
  hints: SafetyHints;
  /** Without dry_run, which every guarded write takes. */
  input: I;
  /** Without dry_run, which every preview carries. */
  preview: P;
  result: R;
  previewOf(steps: readonly BoundStep[], refusal: Refusal | undefined, input: Parsed<I>): z.output<P>;
  resultOf(done: Done, input: Parsed<I>): z.output<R>;
}

const dry_run = z
  .boolean()
  .default(true)
  .describe('true, the default, previews and changes nothing; false executes. Preview first.');

/** Defines a change to a campaign: previewed unless asked otherwise, guarded, logged and reversible. */
export function guardedWrite<I extends Shape, P extends z.ZodObject, R extends z.ZodObject>(
  definition: Definition<I, P, R>,
): TypedOperation<z.ZodObject, z.ZodType> {
  const { name, summary, description, rest, tool, scope, hints, previewOf } = definition;
  const write: Write<Parsed<I>> = definition;
  return directWrite({
    name,
    summary,
    description,
    rest,
    tool,
    scope,
    hints,
    heldByApprovals: true,
    spendsQuota: true,
    confirmsAccess: true,
    isPreview: (input) => membersOf(input).dry_run !== false,
    input: z.strictObject({ ...definition.input, dry_run }),
    output: z.union([z.object({ dry_run: z.boolean(), ...definition.preview.shape }), definition.result]),
    run: (async ({ dry_run: previewing, ...rest }: Record<string, unknown>, context: Context) => {
      const input = rest as Parsed<I>;
      if (previewing === false) return execute(write, input, context);
      const previewed = await preview(write, input, context, (steps, refusal) => previewOf(steps, refusal, input));
      return { dry_run: true, ...(previewed as object) };
    }) as never,
  });
}

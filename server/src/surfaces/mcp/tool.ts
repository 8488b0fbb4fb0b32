import type { z } from 'zod';
import { type FieldProblem, invalid, invalidNames, MOST_FIELDS } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { schemaAsJson } from '../../base/schema-as-json.ts';
import { answerSchema } from '../openapi/json-schema.ts';

/** An operation as agents see it. */
export interface Tool {
  operation: Operation;
  /** What `tools/list` says of it. */
  described: Record<string, unknown>;
  /** The organization and the input that the arguments of a call name. */
  read(args: Record<string, unknown>): { organization: string | undefined; input: () => unknown };
}

/** What a part of the path is called among arguments, where that differs: there a slug says of what. */
const ARGUMENT_OF: Readonly<Record<string, string>> = { slug: 'campaign' };
const ORGANIZATION = 'organization';
const NUMERIC = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Makes a tool of an operation that has one. */
export function toolOf(operation: Operation): Tool {
  const inOrganization = operation.organization !== 'caller';
  const inputs = Object.keys(operation.input.shape);
  const inputOf = new Map(inputs.map((name) => [ARGUMENT_OF[name] ?? name, name]));
  const numbers = numbersOf(operation.input);
  return {
    operation,
    described: describe(operation, inOrganization),
    read(args) {
      const { [ORGANIZATION]: named, ...rest } = args;
      const organization = inOrganization && typeof named === 'string' ? named : undefined;
      return {
        organization,
        input: () => {
          refuseUnknown(args, inputOf, inOrganization);
          const input = Object.fromEntries(
            Object.entries(rest).map(([name, value]) => {
              const input = inputOf.get(name) ?? name;
              return [input, numbers.has(input) ? faithful(value) : value];
            }),
          );
          return parse(operation, input);
        },
      };
    },
  };
}

function describe(operation: Operation, inOrganization: boolean): Record<string, unknown> {
  const { tool, summary, description, hints } = operation;
  const { properties, required } = schemaAsJson(operation.input, 'input');
  const named = Object.entries(membersOf(properties)).map(([name, schema]) => [ARGUMENT_OF[name] ?? name, schema]);
  const needed = (Array.isArray(required) ? required : []).map((name) => ARGUMENT_OF[String(name)] ?? name);
  return {
    name: tool,
    title: summary,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...(inOrganization && { [ORGANIZATION]: organizationSchema }), ...Object.fromEntries(named) },
      ...(needed.length > 0 && { required: needed }),
      additionalProperties: false,
    },
    outputSchema: { type: 'object', ...answerSchema(operation.output) },
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

const organizationSchema = {
  type: 'string',
  description: 'Slug of the organization; an API key may leave it out and acts in its own.',
};

function numbersOf(schema: z.ZodObject): Set<string> {
  const { properties } = schemaAsJson(schema, 'input');
  const numeric = Object.entries(membersOf(properties)).filter(([, property]) =>
    ['integer', 'number'].includes(String(membersOf(property).type)),
  );
  return new Set(numeric.map(([name]) => name));
}

/** Some clients send numbers as text: what is one to the letter is taken for it. Nothing else is guessed. */
function faithful(value: unknown): unknown {
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
}

function refuseUnknown(
  args: Record<string, unknown>,
  inputOf: ReadonlyMap<string, string>,
  inOrganization: boolean,
): void {
  const unknown = Object.keys(args).filter((name) => !inputOf.has(name) && !(inOrganization && name === ORGANIZATION));
  if (unknown.length > 0) throw invalidNames(unknown, 'is not an argument of this tool');
  if (inOrganization && args[ORGANIZATION] !== undefined && typeof args[ORGANIZATION] !== 'string') {
    throw invalid([{ path: ORGANIZATION, message: 'must be the slug of an organization' }]);
  }
}

/** Problems are named as arguments are. */
function parse({ input: schema }: Operation, input: object): unknown {
  const result = schema.safeParse(input, { reportInput: false });
  if (result.success) return result.data;
  const { issues } = result.error;
  throw invalid(issues.slice(0, MOST_FIELDS).map(problemOf), {}, issues.length);
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const [first = '', ...more] = issue.path.map(String);
  const path = [ARGUMENT_OF[first] ?? first, ...more].join('.');
  const keys = issue.code === 'unrecognized_keys' ? `.${issue.keys.slice(0, MOST_FIELDS).join(', ')}` : '';
  return { path: `${path}${keys}` || 'arguments', message: keys ? 'is not known' : issue.message };
}

import { ERRORS } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { EXAMPLE_BODIES, EXAMPLE_VALUES } from './example-values.ts';
import { wholeSchema } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';

type Json = Record<string, unknown>;

/**
 * The description as people read it in the reference: with accepted values and limits, which the one for programs leaves
 * out because they may widen, and with examples.
 */
export function referenceDocument(operations: readonly Operation[], baseUrl: string, version: string): Json {
  // What is added here is not added to what both descriptions share.
  const document = membersOf(JSON.parse(JSON.stringify(openApiDocument(operations, baseUrl, version, wholeSchema))));
  const paths = membersOf(document.paths);
  for (const operation of operations) {
    const described = membersOf(membersOf(paths[operation.rest.path])[operation.rest.method.toLowerCase()]);
    Object.assign(described, {
      'x-tool': operation.tool,
      'x-owners-only': operation.ownersOnly,
      'x-spends-quota': operation.spendsQuota,
      'x-held-by-approvals': operation.heldByApprovals,
    });
    addExamples(operation.name, described);
  }
  document['x-errors'] = ERRORS;
  return document;
}

function addExamples(name: string, described: Json): void {
  for (const parameter of Array.isArray(described.parameters) ? described.parameters.map(membersOf) : []) {
    const example = valueFor(name, String(parameter.name));
    if (example !== undefined && parameter.in === 'path') parameter.example = example;
  }
  const body = contentOf(described.requestBody);
  if (body) body.example = EXAMPLE_BODIES[name];
  for (const [status, response] of Object.entries(membersOf(described.responses))) {
    const answer = /^2/.test(status) ? contentOf(response) : undefined;
    if (answer) answer.examples = examplesOf(membersOf(answer.schema), name);
  }
}

function contentOf(part: unknown): Json | undefined {
  const content = membersOf(part).content;
  return content ? membersOf(membersOf(content)['application/json']) : undefined;
}

/** An example of each shape that an answer has: what is previewed, what is executed, what is held. */
function examplesOf(schema: Json, name: string): Json {
  const shapes = Array.isArray(schema.anyOf) ? schema.anyOf.map(membersOf) : [schema];
  return Object.fromEntries(
    shapes.map((shape) => [
      shapeName(shape, shapes.length),
      { value: shape.$ref ? HELD : exampleOf(shape, name, name) },
    ]),
  );
}

function shapeName(shape: Json, shapes: number): string {
  if (shape.$ref) return 'Held for approval';
  if (shapes === 1) return 'Example';
  return 'dry_run' in membersOf(shape.properties) ? 'Preview' : 'Executed';
}

const HELD = {
  error: {
    code: 'approval_required',
    message: 'The change is queued until a person approves it. It has not been made.',
    doc_url: '/docs/errors#approval_required',
    queued_recommendation_id: 'qw_01K5N7S8E0B2',
  },
};

/** Optional members that the answer to an ordinary request, such as that of the example, has not. */
const UNUSUAL = new Set([
  'generating', 'may_run', 'removed', 'error', 'warnings', 'skipped', 'would_exclude', 'by_day', 'by_week', 'would_change.name', 'would_change.target_cpa',
  'changed.name', 'changed.target_cpa', 'actor.user', 'actor.client', 'get_queued_write.result',
]); // biome-ignore format: one list

function exampleOf(schema: Json, name: string, parent: string): unknown {
  const { anyOf, const: only, enum: accepted, format, items, properties, type } = schema;
  if (only !== undefined) return only;
  const known = valueFor(parent, name);
  if (known === null || Array.isArray(known)) return known;
  if (Array.isArray(accepted)) return accepted.includes(known) ? known : accepted[0];
  if (Array.isArray(anyOf)) return exampleOf(membersOf(anyOf[0]), name, parent);
  if (properties) return membersExample(schema, name);
  if (items) return [exampleOf(membersOf(items), name, parent)];
  if (format === 'date-time') return valueFor(parent, 'date-time');
  if (known !== undefined) return known;
  return FALLBACKS[String(Array.isArray(type) ? type[0] : type)];
}

function membersExample({ properties, required = [] }: Json, name: string): Json {
  const isRequired = (member: string) => Array.isArray(required) && required.includes(member);
  return Object.fromEntries(
    Object.entries(membersOf(properties))
      .filter(([member]) => isRequired(member) || !(UNUSUAL.has(member) || UNUSUAL.has(`${name}.${member}`)))
      .map(([member, schema]) => [member, exampleOf(membersOf(schema), member, name)]),
  );
}

const FALLBACKS: Readonly<Record<string, unknown>> = {
  object: {},
  boolean: true,
  integer: 1,
  number: 1.5,
  string: '…',
};

function valueFor(parent: string, name: string): unknown {
  const own = `${parent}.${name}`;
  return own in EXAMPLE_VALUES ? EXAMPLE_VALUES[own] : EXAMPLE_VALUES[name];
}

import { ERRORS } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { errorCodesOf } from './error-codes.ts';
import { jsonSchema } from './json-schema.ts';
import { SUBJECTS, subjectOf } from './subjects.ts';

type Json = Record<string, unknown>;

/** Describes the operations that keys and connected apps can call, as OpenAPI 3.1, with schemas as `schemaOf` makes them. */
export function openApiDocument(
  operations: readonly Operation[],
  baseUrl: string,
  version: string,
  schemaOf = jsonSchema,
): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, schemaOf) };
  }
  const used = new Set<string>(operations.map(subjectOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version,
      summary: 'Search-ad campaigns behind a gate.',
      description:
        'Every change is previewed, held within limits, logged and reversible. Changes within v1 are additive only.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: SUBJECTS.filter(({ name }) => used.has(name)),
    paths,
    components: { securitySchemes: { bearer: bearerScheme }, schemas: { Error: errorSchema } },
  };
}

const bearerScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key or an OAuth access token.',
};

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'doc_url'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, doc_url: { type: 'string' } },
    },
  },
};

function describe(operation: Operation, schemaOf: typeof jsonSchema): Json {
  const { method, parameters } = operation.rest;
  const input = schemaOf(operation.input, 'input');
  const properties = Object.fromEntries(
    Object.entries(membersOf(input.properties)).map(([name, property]) => [name, membersOf(property)]),
  );
  const required = Array.isArray(input.required) ? input.required.map(String) : [];
  const rest = Object.keys(properties).filter((name) => !parameters.includes(name));
  const takesQuery = method === 'GET' || method === 'DELETE';
  const described: Json = {
    operationId: operation.name,
    tags: [subjectOf(operation)],
    summary: operation.summary,
    description: operation.description,
    parameters: [
      ...parameters.map((name) => parameter(name, 'path', properties[name] ?? organizationParameter, true)),
      ...(takesQuery
        ? rest.map((name) => parameter(name, 'query', properties[name] ?? {}, required.includes(name)))
        : []),
      ...(operation.takesIdempotencyKey ? [idempotencyKey] : []),
    ],
    responses: responses(operation, schemaOf),
    'x-error-codes': errorCodesOf(operation),
  };
  if (operation.audience === 'public') described.security = [];
  else if (operation.scope) described['x-required-scope'] = operation.scope;
  if (!takesQuery && rest.length > 0) described.requestBody = requestBody(properties, rest, required);
  return described;
}

const organizationParameter = { type: 'string', description: 'Organization slug; a key may write _ for its own.' };

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'A name of your choice for this change. Sent again with the same body within 24 hours, it is answered as the first time and executed once; with another body it is refused with idempotency_conflict.',
};

function parameter(name: string, place: 'path' | 'query', schema: Json, required: boolean): Json {
  const { description, ...type } = schema;
  return { name, in: place, required, schema: type, ...(description ? { description } : {}) };
}

function requestBody(properties: Record<string, Json>, names: string[], required: string[]): Json {
  const needed = required.filter((name) => names.includes(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

function responses(operation: Operation, schemaOf: typeof jsonSchema): Json {
  const answer: Json = {
    [operation.status]: {
      description: operation.summary,
      headers,
      content: {
        'application/json': { schema: answerSchema(operation, schemaOf) },
        ...(operation.alsoAs ? { [operation.alsoAs]: { schema: { type: 'string' } } } : {}),
      },
    },
  };
  if (operation.heldByApprovals && operation.status !== 202) {
    answer['202'] = { ...errorResponse, description: ERRORS.approval_required.when };
  }
  return {
    ...answer,
    '4XX': errorResponse,
    '5XX': { ...errorResponse, description: 'Something failed on our side, or the ad platform did not answer.' },
  };
}

/** What is started is answered with the status of what is held for approval. */
function answerSchema({ heldByApprovals, status, output }: Operation, schemaOf: typeof jsonSchema): Json {
  const schema = schemaOf(output, 'output');
  return heldByApprovals && status === 202 ? { anyOf: [schema, { $ref: '#/components/schemas/Error' }] } : schema;
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const headers = {
  'X-Request-Id': { description: 'The id under which the audit trail knows the request.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests a minute.'),
  'X-RateLimit-Remaining': integerHeader('Requests left at this moment.'),
  'X-RateLimit-Reset': integerHeader('Seconds since the epoch when the whole limit is there again.'),
};
const errorResponse = {
  description: 'Refused; the code says why.',
  headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

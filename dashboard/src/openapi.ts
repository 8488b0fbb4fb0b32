/** A schema as far as the reference shows it. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

/** A value that is sent outside of the body. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string | number;
}

interface Media {
  schema: Schema;
  example?: Readonly<Record<string, unknown>>;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

interface Described {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, Media>> };
  responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, Media>> }>>;
  security?: readonly unknown[];
  'x-required-scope'?: string;
  'x-error-codes': readonly string[];
  'x-tool': string | null;
  'x-owners-only': boolean;
  'x-spends-quota': boolean;
  'x-held-by-approvals': boolean;
}

/** What an error code means. */
export interface ErrorMeaning {
  status: number;
  when: string;
}

/** The description of the API as people read it: with accepted values, limits and examples. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  'x-errors': Readonly<Record<string, ErrorMeaning>>;
}

const ADDRESS = '/docs/reference.json';
let known: Promise<OpenApi> | undefined;

/** Reads the description of the API, once; it belongs to the same release as this page. */
export function openApi(): Promise<OpenApi> {
  known ??= fetch(ADDRESS)
    .then((answer) => {
      if (!answer.ok) throw new Error(`the description of the API was not answered (${answer.status})`);
      return answer.json();
    })
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}

/** One answer of an operation that is no error, with an example of each shape it has. */
export interface ApiAnswer {
  status: string;
  description: string;
  schema: Schema | undefined;
  examples: readonly (readonly [name: string, value: unknown])[];
  /** Formats besides JSON in which it comes. */
  alsoAs: readonly string[];
}

/** An operation as the reference shows it. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scope: string | undefined;
  tool: string | null;
  isPublic: boolean;
  ownersOnly: boolean;
  spendsQuota: boolean;
  heldByApprovals: boolean;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  /** A body that can be sent as it stands. */
  bodyExample: Readonly<Record<string, unknown>> | undefined;
  answers: readonly ApiAnswer[];
  errors: readonly (ErrorMeaning & { code: string })[];
}

/** What operations are about, with them. */
export interface Subject {
  name: string;
  description: string;
  operations: readonly ApiOperation[];
}

const JSON_TYPE = 'application/json';

/** Every operation of the API by what it is about, in the order of the description. */
export function subjectsOf({ paths, tags, 'x-errors': errors }: OpenApi): Subject[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0],
      operation: operationOf(method, path, described, errors),
    })),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
}

function operationOf(method: string, path: string, described: Described, errors: OpenApi['x-errors']): ApiOperation {
  const { operationId, summary, description, parameters, requestBody, responses, security } = described;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    scope: described['x-required-scope'],
    tool: described['x-tool'],
    isPublic: security?.length === 0,
    ownersOnly: described['x-owners-only'],
    spendsQuota: described['x-spends-quota'],
    heldByApprovals: described['x-held-by-approvals'],
    parameters,
    body: requestBody?.content[JSON_TYPE]?.schema,
    bodyExample: requestBody?.content[JSON_TYPE]?.example,
    answers: answersOf(responses),
    errors: described['x-error-codes'].flatMap((code) => {
      const meaning = errors[code];
      return meaning ? [{ code, ...meaning }] : [];
    }),
  };
}

function answersOf(responses: Described['responses']): ApiAnswer[] {
  return Object.entries(responses)
    .filter(([status]) => /^\d+$/.test(status))
    .map(([status, { description, content = {} }]) => {
      const examples = Object.entries(content[JSON_TYPE]?.examples ?? {});
      return {
        status,
        description,
        schema: content[JSON_TYPE]?.schema,
        examples: examples.map(([name, { value }]) => [name, value] as const),
        alsoAs: Object.keys(content).filter((type) => type !== JSON_TYPE),
      };
    });
}

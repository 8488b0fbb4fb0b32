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
  default?: unknown;
  $ref?: string;
}

/** A value that is sent outside of the body. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, { schema: Schema }>> }>>;
  security?: readonly unknown[];
  'x-required-scope'?: string;
}

/** The description of the API, as the service makes it of its operations. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const ADDRESS = '/docs/openapi.json';
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

/** An operation as the reference shows it. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scope: string | undefined;
  isPublic: boolean;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  answers: readonly { status: string; description: string; schema: Schema | undefined }[];
}

const JSON_TYPE = 'application/json';

/** Every operation of the API, by what it is about, in the order of the description. */
export function operationsBySubject({ paths }: OpenApi): Map<string, ApiOperation[]> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described)),
  );
  return Map.groupBy(operations, ({ path }) => subjectOf(path));
}

function operationOf(method: string, path: string, described: Described): ApiOperation {
  const { operationId, summary, description, parameters, requestBody, responses, security } = described;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    scope: described['x-required-scope'],
    isPublic: security?.length === 0,
    parameters,
    body: requestBody?.content[JSON_TYPE]?.schema,
    answers: Object.entries(responses)
      .filter(([status]) => /^\d+$/.test(status))
      .map(([status, answer]) => ({
        status,
        description: answer.description,
        schema: answer.content?.[JSON_TYPE]?.schema,
      })),
  };
}

const SUBJECTS: Readonly<Record<string, string>> = {
  campaigns: 'Campaigns',
  performance: 'Performance',
  'search-terms': 'Search terms',
  reports: 'Reports',
  strategy: 'Strategy',
  recommendations: 'Recommendations',
  actions: 'Actions and audit',
  audit: 'Actions and audit',
  'task-tracking': 'Tasks and approvals',
  'queued-writes': 'Tasks and approvals',
  'openapi.json': 'This description',
};

function subjectOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const word = parts.find((part) => part in SUBJECTS);
  return (word && SUBJECTS[word]) ?? 'Organizations';
}

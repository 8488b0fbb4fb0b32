import { curlLine } from '../../curl.ts';
import type { ApiOperation } from '../../openapi.ts';

/** What somebody has filled in for a request, by the names of the parameters, and the body as text. */
export interface Draft {
  values: Readonly<Record<string, string>>;
  body: string;
}

/** What came back. */
export interface Tried {
  status: number;
  statusText: string;
  ms: number;
  requestId: string | null;
  remaining: string | null;
  text: string;
}

/** Where this very service answers the API, whatever name it has elsewhere. */
const PREFIX = '/v1';

/** A request that can be sent as it stands. */
export function draftOf({ parameters, bodyExample }: ApiOperation): Draft {
  const inPath = parameters.filter((one) => one.in === 'path');
  return {
    values: Object.fromEntries(inPath.map(({ name, example }) => [name, String(example ?? '')])),
    body: bodyExample ? JSON.stringify(bodyExample, null, 2) : '',
  };
}

/** What sending a draft would do; nothing where its body is no JSON object. */
export type Effect = 'read' | 'preview' | 'execute' | 'unreadable';

/** Tells it before it is sent. */
export function effectOf({ method, body: schema }: ApiOperation, { body }: Draft): Effect {
  const sent = bodyOf(body);
  if (sent === undefined) return 'unreadable';
  if (method === 'GET') return 'read';
  return schema?.properties?.dry_run && sent.dry_run !== false ? 'preview' : 'execute';
}

/** The same request for a shell. */
export function curlFor({ method, path, parameters }: ApiOperation, { values, body }: Draft, baseUrl: string): string {
  const filled = parameters
    .filter(({ name }) => values[name])
    .map(({ name, in: place }) => [name, values[name], place]);
  const inHeaders = filled.filter(([, , place]) => place === 'header');
  const others = filled.filter(([, , place]) => place !== 'header');
  const input = { ...Object.fromEntries(others), ...bodyOf(body) };
  return curlLine(baseUrl, `${method} ${path}`, input, Object.fromEntries(inHeaders));
}

/** The members of the body; undefined where the text is none. */
function bodyOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a request to this service with a key and nothing else that this browser knows. */
export async function send(operation: ApiOperation, { values, body }: Draft, key: string): Promise<Tried> {
  const headers = new Headers(key ? { authorization: `Bearer ${key}` } : {});
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = values[parameter.name] ?? '';
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '' && parameter.in === 'header') headers.set(parameter.name, value);
    else if (value !== '') query.set(parameter.name, value);
  }
  const takesBody = operation.body !== undefined && body.trim() !== '';
  if (takesBody) headers.set('content-type', 'application/json');
  const started = performance.now();
  const answer = await fetch(`${PREFIX}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    body: takesBody ? body : null,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    statusText: answer.statusText,
    ms: Math.round(performance.now() - started),
    requestId: answer.headers.get('x-request-id'),
    remaining: answer.headers.get('x-ratelimit-remaining'),
    text: indented(text),
  };
}

/** JSON over several lines, its numbers as they came: 40.0 stays 40.0. */
function indented(text: string): string {
  try {
    const keepDigits = (_name: string, value: unknown, token?: { source?: string }) =>
      typeof value === 'number' && token?.source && 'rawJSON' in JSON ? JSON.rawJSON(token.source) : value;
    return JSON.stringify(JSON.parse(text, keepDigits), null, 2);
  } catch {
    return text;
  }
}

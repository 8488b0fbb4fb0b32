import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import type { OpenApiCheck } from './openapi-check.ts';

/** An answer as the wire brought it. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined where it is not JSON. */
  json: unknown;
  /** The members of `error`, where the body is an error envelope. */
  error: Record<string, unknown>;
  requestId: string;
}

/** What a call sends besides method and path. */
export interface CallOptions {
  /** Sent as `Authorization: Bearer …`. */
  key?: string | undefined;
  cookie?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of a body. */
  raw?: string | Buffer;
  /** An empty content-length leaves it out: the length is then not told. */
  headers?: Record<string, string>;
  /** Leaves the answer to the test: neither schema nor headers are looked at. */
  unchecked?: boolean;
}

/** Calls a running service; every checked answer must be as the service's own description says. */
export interface Client {
  readonly base: string;
  call(method: string, path: string, options?: CallOptions): Promise<HttpAnswer>;
  /** The ids of all answers so far that the audit trail should know. */
  readonly requestIds: string[];
  close(): void;
}

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const envelope = z.object({ error: z.record(z.string(), z.unknown()) });

/** Opens a client; without checks only the headers are looked at. */
export function openClient(base: string, checks: readonly OpenApiCheck[] = []): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const requestIds: string[] = [];
  return {
    base,
    requestIds,
    async call(method, path, options = {}) {
      const answer = await exchange(base, agent, method, path, options);
      if (cameThroughGate(answer)) requestIds.push(answer.requestId);
      if (options.unchecked) return answer;
      checkHeaders(answer, `${method} ${path}`);
      checks.find(({ prefix }) => path.startsWith(`${prefix}/`))?.check(method, path, answer);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/** Health, pages and files do not, nor does what could not be answered. */
function cameThroughGate({ headers }: HttpAnswer): boolean {
  return headers['x-ratelimit-limit'] !== undefined;
}

function checkHeaders({ headers }: HttpAnswer, what: string): void {
  assert.match(String(headers['x-request-id']), /^req_[0-9a-z]{26}$/, `${what}: X-Request-Id`);
  for (const name of RATE_HEADERS) assert.match(String(headers[name]), /^\d+$/, `${what}: ${name}`);
}

function exchange(base: string, agent: Agent, method: string, path: string, options: CallOptions): Promise<HttpAnswer> {
  const { hostname, port } = new URL(base);
  const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers: Record<string, string | number> = {
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...options.headers,
  };
  if (headers['content-length'] === '') delete headers['content-length'];
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, agent, method, path, headers }, (incoming) => {
      if (incoming.headers['content-type'] === 'text/event-stream') return beginning(incoming, resolve);
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, text));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

/** Of an answer without an end only the first piece is waited for. */
function beginning(incoming: IncomingMessage, resolve: (answer: HttpAnswer) => void): void {
  incoming.once('data', (chunk: Buffer) => {
    incoming.destroy();
    resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, chunk.toString()));
  });
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): HttpAnswer {
  const json = (headers['content-type'] ?? '').startsWith('application/json') ? parsed(text) : undefined;
  const error = envelope.safeParse(json).data?.error ?? {};
  return { status, headers, text, json, error, requestId: String(headers['x-request-id'] ?? '') };
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

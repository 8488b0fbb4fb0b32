import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../base/caller.ts';
import { invalid, notFound, Refusal } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Call, Gate, Strangers } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';
import type { Credential } from '../../identity/authenticate.ts';
import { whenGone } from '../wire/gone.ts';
import { headerText } from '../wire/header-text.ts';
import { isMeantForHere } from '../wire/this-machine.ts';
import { type Bodies, bringsBody, type Senders } from './bodies.ts';
import { bodyLimitOf } from './body-limit.ts';
import { refusedBody } from './decode-body.ts';
import { type InputDecoder, inputDecoder } from './decode-input.ts';
import type { IncomingBody } from './incoming-body.ts';
import { pathOf, unmatched } from './unmatched.ts';

/** One way into the operations over HTTP: where it is mounted and how its callers prove who they are. */
export interface HttpSurface {
  /** `/v1` for the REST API, for example. */
  prefix: string;
  operations: readonly Operation[];
  credentialOf(request: FastifyRequest): Credential;
  /** Who comes here without a credential, where those are not programs. */
  visitors?: 'visitor';
  /** Refuses a request before anything of its body is taken in, such as one forged by another site. */
  precheck?(request: FastifyRequest, caller?: Caller): void;
  /** How input is decoded, where that is not as an operation's schema says. */
  decoderOf?(operation: Operation): InputDecoder;
  /** What access tokens have to be for. */
  resource: string;
  bodies: Bodies;
  /** Whose bodies come here, where that is not as an operation's audience says. */
  senders?: Senders;
  observe(operation: string, status: number, seconds: number): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    decode?: InputDecoder;
    bodyLimit?: number;
  }
}

/** Reads `Authorization: Bearer …`; nothing else is looked at. */
export function bearerCredential({ authorization = '' }: IncomingHttpHeaders): Credential {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization);
  return match?.[1] ? { kind: 'bearer', token: match[1] } : undefined;
}

/** Whom an address is counted for where nobody is recognised: whatever stands in the header, a program has sent it. */
export function strangersOf({ authorization }: IncomingHttpHeaders, visitors: Strangers = 'ip'): Strangers {
  return authorization === undefined ? visitors : 'unknown';
}

/** Mounts a route for each operation, and answers for every path and method that has none. */
export function mountOperations(app: FastifyInstance, surface: HttpSurface, gate: Gate): void {
  app.register(
    async (scope) => {
      leaveBodies(scope);
      for (const operation of surface.operations) {
        const decode = (surface.decoderOf ?? inputDecoder)(operation);
        const entry = { operation, decode, bodyLimit: bodyLimitOf(operation) };
        scope.route({
          method: operation.rest.method,
          url: fastifyPath(operation.rest.path),
          config: entry,
          handler: (request, reply) => answer(request, reply, entry, surface, gate),
        });
      }
      scope.setErrorHandler((error, request, reply) => {
        const entry = entryOf(request);
        if (!entry) return answerUnmatched(request, reply, surface, gate);
        const refusing = { ...entry, decode: () => throwRefused(error), bodyLimit: undefined };
        return answer(request, reply, refusing, surface, gate);
      });
      scope.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, surface, gate));
    },
    { prefix: surface.prefix },
  );
}

/** Answers a request that no route matches, through the same gate as any other. */
export function answerUnmatched(
  request: FastifyRequest,
  reply: FastifyReply,
  surface: HttpSurface,
  gate: Gate,
): Promise<unknown> {
  return answer(request, reply, unmatched(request, surface), surface, gate);
}

interface Entry {
  operation: Operation;
  decode: InputDecoder;
  /** Undefined where a body is not even looked at. */
  bodyLimit?: number | undefined;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  surface: HttpSurface,
  gate: Gate,
): Promise<unknown> {
  const began = performance.now();
  const body = bringsBody(request.headers)
    ? surface.bodies.of(request.raw, reply.raw, {
        ip: request.ip,
        limit: entry.bodyLimit ?? 0,
        senders: surface.senders ?? (entry.operation.audience === 'public' ? 'anybody' : 'known'),
      })
    : undefined;
  const call = callOf(request, entry, surface, body);
  call.whenGone = (then) => whenGone(reply.raw, then);
  const result = await dispatch(call, gate).finally(() => body?.letGo());
  surface.observe(entry.operation.name, result.status, (performance.now() - began) / 1000);
  return send(reply, result, gate);
}

function callOf(
  request: FastifyRequest,
  { operation, decode, bodyLimit }: Entry,
  surface: HttpSurface,
  body: IncomingBody | undefined,
): Call {
  const parameters = membersOf(request.params);
  const credential = surface.credentialOf(request);
  return {
    operation,
    credential,
    strangers: strangersOf(request.headers, surface.visitors),
    alsoPresented: credential?.kind === 'bearer' ? undefined : bearerCredential(request.headers),
    organization: typeof parameters.org === 'string' ? parameters.org : undefined,
    path: pathOf(request),
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    isFromHere: () => isMeantForHere(request),
    idempotencyKey: headerText(request.headers['idempotency-key']),
    resource: surface.resource,
    precheck: (caller) => {
      if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw lacksHost();
      surface.precheck?.(request, caller);
    },
    body: bodyLimit === undefined ? undefined : body,
    input: () => {
      const { query, headers } = request;
      const decoded = (bytes?: Buffer) => decode({ parameters, query: membersOf(query), body: bytes, headers });
      return body ? body.read(decoded) : decoded();
    },
  };
}

/** Writes the answer itself: everything about it was decided by dispatch. */
function send(reply: FastifyReply, { status, headers, body, requestId }: Answer, { services }: Gate): FastifyReply {
  if (typeof body !== 'string') {
    const pieces = Readable.from(body).on('error', (err) =>
      services.log.error({ err, request_id: requestId }, 'an answer broke off after it had begun'),
    );
    // Pieces that come only now and then would keep what they hold until the next one.
    whenGone(reply.raw, () => void body.end());
    return reply.code(status).headers(headers).send(pieces);
  }
  reply.hijack();
  headers['content-length'] = String(Buffer.byteLength(body));
  reply.raw.writeHead(status, headers).end(body);
  return reply;
}

/** Bodies are taken in and parsed by dispatch, once access was granted: here they are left where they are. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

function entryOf(request: FastifyRequest): Entry | undefined {
  const { operation, decode, bodyLimit } = request.routeOptions.config;
  return operation && decode ? { operation, decode, bodyLimit } : undefined;
}

/** What the HTTP layer itself refuses, in our words. */
function throwRefused(error: unknown): never {
  if (error instanceof Refusal) throw error;
  const { statusCode: status } = membersOf(error);
  if (status === 415) throw refusedBody(415, 'must be sent as application/json');
  if (status === 400) throw refusedBody(400, 'could not be read');
  if (status === 404 || status === 414) throw notFound('That path');
  throw error;
}

function lacksHost(): Refusal {
  return invalid([{ path: 'host', message: 'the header is missing' }], { status: 400 });
}

function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

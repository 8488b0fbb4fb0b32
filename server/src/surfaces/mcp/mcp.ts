import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Operation } from '../../base/operation.ts';
import type { Gate } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';
import { bringsBody } from '../rest/bodies.ts';
import { decodeBody, refusedBody } from '../rest/decode-body.ts';
import type { IncomingBody } from '../rest/incoming-body.ts';
import { answerUnmatched, bearerCredential, type HttpSurface, leaveBodies } from '../rest/rest.ts';
import { headerText } from '../wire/header-text.ts';
import { Endpoint, type Outcome, refusalOf, type Sender } from './endpoint.ts';
import { plainRequest } from './era.ts';
import { messageOperation } from './message.ts';
import { ownPages } from './own-pages.ts';

/** Where the MCP server is. */
export const MCP_PATH = '/mcp';
const LARGEST_MESSAGE = 1024 * 1024;

/** What the MCP server needs of the HTTP server around it. */
export interface McpParts {
  gate: Gate;
  operations: readonly Operation[];
  shared: Pick<HttpSurface, 'bodies' | 'observe'>;
  /** What access tokens have to be for. */
  resource: string;
  version: string;
}

/** Mounts the MCP server: one endpoint, stateless, whose tools are the operations. */
export function mountMcp(app: FastifyInstance, parts: McpParts): void {
  const { gate, shared, resource } = parts;
  const endpoint = new Endpoint(gate, parts.operations, parts.version);
  const isOwnPage = ownPages(gate.services.config);
  const onlyPost: HttpSurface = {
    ...shared,
    prefix: '',
    operations: [noMessage],
    resource,
    credentialOf: ({ headers }) => bearerCredential(headers),
  };
  app.register(async (scope) => {
    leaveBodies(scope);
    scope.post(MCP_PATH, async (request, reply) => {
      const began = performance.now();
      const { operation, sent } = await outcome(request, reply);
      const status = 'response' in sent ? sent.response.status : sent.status;
      shared.observe(operation, status, (performance.now() - began) / 1000);
      return write(reply, sent);
    });
    scope.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: MCP_PATH,
      handler: (request, reply) => answerUnmatched(request, reply, onlyPost, gate),
    });
  });

  /** Admits by the headers, then reads the message and runs it; whatever becomes of it leaves one event. */
  async function outcome(request: FastifyRequest, reply: FastifyReply): Promise<Outcome> {
    const body = bringsBody(request.headers)
      ? shared.bodies.of(request.raw, reply.raw, { ip: request.ip, limit: LARGEST_MESSAGE, audience: 'everyone' })
      : undefined;
    const sender = senderOf(request, resource);
    try {
      const message = await arrived(request, body);
      const plain = plainRequest(message, request.headers);
      const ran = plain && endpoint.runPlain(sender, plain, headerText(request.headers['idempotency-key']));
      return await (ran ?? endpoint.speak(sender, message, asRequest(request, reply.raw)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(sender, error);
    } finally {
      body?.letGo();
    }
  }

  /** Nothing is read of somebody who is not known, or who was sent by a page of somebody else. */
  async function arrived(request: FastifyRequest, body: IncomingBody | undefined): Promise<Record<string, unknown>> {
    const { headers } = request;
    if (!isOwnPage(headers)) throw fromElsewhere();
    const identified = await gate.authenticator.identify(bearerCredential(headers), { live: false, resource });
    if ('refusal' in identified) throw identified.refusal;
    if (!body) throw refusedBody(400, 'must be a message of JSON-RPC');
    await body.arrive();
    return decodeBody(body.bytes, headers['content-type']);
  }

  async function refuse(sender: Sender, refusal: Refusal): Promise<Outcome> {
    const input = () => {
      throw refusal;
    };
    const answer = await dispatch({ ...sender, operation: noMessage, organization: undefined, input }, gate);
    return { operation: noMessage.name, sent: refusalOf(answer) };
  }
}

/** Stands for the endpoint where no message was read. */
const noMessage = messageOperation(async () => {});

function fromElsewhere(): Refusal {
  return new Refusal(
    'org_access_denied',
    'The request was not sent to an address of this server, or not from its pages.',
  );
}

function senderOf({ headers, ip }: FastifyRequest, resource: string): Sender {
  return {
    credential: bearerCredential(headers),
    path: MCP_PATH,
    ip,
    userAgent: headers['user-agent'],
    resource,
  };
}

/** The request as the protocol's library takes it; it is called off when the caller goes away. */
function asRequest({ headers, raw }: FastifyRequest, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`http://localhost${raw.url}`, { method: 'POST', headers: given, signal: gone.signal });
}

async function write(reply: FastifyReply, sent: Outcome['sent']): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  if (!('response' in sent)) {
    raw.writeHead(sent.status, { ...sent.headers, 'content-length': Buffer.byteLength(sent.body) }).end(sent.body);
    return reply;
  }
  const { response, headers } = sent;
  const { 'content-type': _, ...common } = headers;
  raw.writeHead(response.status, { ...common, ...Object.fromEntries(response.headers) });
  try {
    for await (const piece of response.body ?? []) if (!raw.write(piece)) await drained(raw);
  } catch {
    // Whoever asked has gone away, or the service ends: there is nobody left to tell.
  }
  raw.end();
  return reply;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve).once('close', resolve);
  });
}

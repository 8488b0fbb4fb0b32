import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { placeOf } from '../../base/holder.ts';
import { holdsAtMost } from '../../base/json.ts';
import { dispatch } from '../../gate/dispatch.ts';
import { takeRequest, tooManyRequests } from '../../gate/request-rate.ts';
import { bringsBody } from '../rest/bodies.ts';
import { tooLarge } from '../rest/body-refusals.ts';
import { decodeBody, refusedBody, tooManyValues } from '../rest/decode-body.ts';
import type { IncomingBody } from '../rest/incoming-body.ts';
import { answerUnmatched, bearerCredential, type HttpSurface, leaveBodies, strangersOf } from '../rest/rest.ts';
import { whenGone } from '../wire/gone.ts';
import { headerText } from '../wire/header-text.ts';
import { type Around, Endpoint, type EndpointParts, type Outcome, refusalOf, type Sender } from './endpoint.ts';
import { plainRequest } from './era.ts';
import { mcpMessage } from './message.ts';
import { type MessageLimit, MessageLimits } from './message-limit.ts';
import { ownPages } from './own-pages.ts';
import type { Stream } from './reply.ts';

/** Where the MCP server is. */
export const MCP_PATH = '/mcp';

/** What the MCP server needs of the HTTP server around it. */
export interface McpParts extends EndpointParts {
  shared: Pick<HttpSurface, 'bodies' | 'observe'>;
  /** What access tokens have to be for. */
  resource: string;
}

/** Mounts the MCP server: one endpoint, stateless, whose tools are the operations. */
export function mountMcp(app: FastifyInstance, parts: McpParts): void {
  const { gate, shared, resource } = parts;
  const endpoint = new Endpoint(parts);
  const limits = new MessageLimits(parts.operations);
  const isOwnPage = ownPages(gate.services.config);
  const onlyPost: HttpSurface = {
    ...shared,
    prefix: '',
    operations: [mcpMessage],
    resource,
    credentialOf: ({ headers }) => bearerCredential(headers),
  };
  app.addHook('preClose', async () => endpoint.end());
  app.register(async (scope) => {
    leaveBodies(scope);
    scope.route({
      method: 'POST',
      url: MCP_PATH,
      // Before Fastify looks at what the body is: nothing is taken of it until the sender is known.
      onRequest: async (request, reply) => {
        const began = performance.now();
        const { operation, sent } = await outcome(request, reply);
        shared.observe(operation, sent.status, (performance.now() - began) / 1000);
        return write(reply, sent);
      },
      handler: () => {
        throw new Error('a message was not answered');
      },
    });
    scope.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: MCP_PATH,
      handler: (request, reply) => answerUnmatched(request, reply, onlyPost, gate),
    });
  });

  /** Admits by the headers, then reads the message and runs it; whatever becomes of it leaves one event. */
  async function outcome(request: FastifyRequest, reply: FastifyReply): Promise<Outcome> {
    const sender = senderOf(request, resource);
    sender.whenGone = (then) => whenGone(reply.raw, then);
    const limit = limits.ofHeaders(request.headers);
    const body = bringsBody(request.headers)
      ? shared.bodies.of(request.raw, reply.raw, {
          ip: sender.ip,
          limit: limit.bytes,
          senders: 'known',
        })
      : undefined;
    let isRead = false;
    try {
      const message = await arrived(request, sender, { body, limit });
      const plain = plainRequest(message, request.headers);
      isRead = true;
      const ran = plain && endpoint.runPlain(sender, plain, around(request, reply.raw));
      return await (ran ?? endpoint.speak(sender, message, asRequest(request, reply.raw)));
    } catch (error) {
      // What is read leaves its event where it runs; whatever comes in between leaves it here.
      if (isRead && !(error instanceof Refusal)) throw error;
      return refuse(sender, error);
    } finally {
      body?.letGo();
    }
  }

  /** Nothing is read of somebody who is not known, has used up a limit, or was sent by a page of somebody else. */
  async function arrived(
    { headers }: FastifyRequest,
    sender: Sender,
    { body, limit }: { body: IncomingBody | undefined; limit: MessageLimit },
  ): Promise<Record<string, unknown>> {
    if (!isOwnPage(headers)) throw fromElsewhere();
    const pending = gate.authenticator.identify(sender.credential, { live: false, resource });
    const identified = pending instanceof Promise ? await pending : pending;
    if ('refusal' in identified) throw identified.refusal;
    const taken = takeRequest(identified.caller, gate);
    sender.allowance = taken instanceof Promise ? await taken : taken;
    if (!sender.allowance.allowed) throw tooManyRequests(sender.allowance.retryAfter);
    if (!body) throw refusedBody(400, 'must be a message of JSON-RPC');
    await body.arrive({ ...placeOf(identified), personId: identified.caller.personId });
    return body.read((bytes) => {
      const message = decodeBody(bytes, headers['content-type'], limit.values);
      const own = limits.of(message);
      if (bytes && bytes.length > own.bytes) throw tooLarge(own.bytes);
      if (own.values < limit.values && !holdsAtMost(message, own.values)) throw tooManyValues(own.values);
      return message;
    });
  }

  async function refuse(sender: Sender, error: unknown): Promise<Outcome> {
    const input = () => {
      throw error;
    };
    const answer = await dispatch({ ...sender, operation: mcpMessage, organization: undefined, input }, gate);
    return { operation: mcpMessage.name, sent: refusalOf(answer) };
  }
}

function fromElsewhere(): Refusal {
  return new Refusal(
    'org_access_denied',
    'The request was not sent to an address of this server, or not from its pages.',
  );
}

function senderOf({ headers, ip }: FastifyRequest, resource: string): Sender {
  return {
    credential: bearerCredential(headers),
    strangers: strangersOf(headers),
    path: MCP_PATH,
    ip,
    userAgent: headers['user-agent'],
    resource,
  };
}

function around({ headers }: FastifyRequest, response: ServerResponse): Around {
  return { idempotencyKey: headerText(headers['idempotency-key']), gone: () => goneSignal(response) };
}

/** The request as the protocol's library takes it; it is called off when the caller goes away. */
function asRequest({ headers, raw }: FastifyRequest, response: ServerResponse): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`http://localhost${raw.url}`, { method: 'POST', headers: given, signal: goneSignal(response) });
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  whenGone(response, () => gone.abort());
  return gone.signal;
}

function write(reply: FastifyReply, sent: Outcome['sent']): void | Promise<void> {
  reply.hijack();
  const { raw } = reply;
  if ('pieces' in sent) return writeStream(raw, sent);
  const { status, headers, body } = sent;
  headers['content-length'] = String(body.reduce((length, piece) => length + Buffer.byteLength(piece), 0));
  raw.writeHead(status, headers);
  if (body.length > 1) raw.cork();
  for (const piece of body.slice(0, -1)) raw.write(piece);
  raw.end(body.at(-1));
}

async function writeStream(raw: ServerResponse, { status, headers, pieces }: Stream): Promise<void> {
  raw.writeHead(status, headers);
  try {
    for await (const piece of pieces) {
      if (raw.destroyed) break;
      if (!raw.write(piece)) await drained(raw);
    }
  } catch {
    // Whoever asked has gone away, or the service ends: there is nobody left to tell.
  }
  raw.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Allowance, limitHeaders } from '../../base/allowance.ts';
import { newId } from '../../base/ids.ts';
import { takeOfAddress } from '../../gate/address-rate.ts';
import type { Gate } from '../../gate/call.ts';
import { ENDPOINTS } from '../../identity/oauth/endpoints.ts';
import type { Bodies } from '../rest/bodies.ts';
import { bearerCredential, leaveBodies } from '../rest/rest.ts';
import { askForBody } from '../wire/expected-body.ts';
import { plainHeaders } from '../wire/plain-headers.ts';
import { type BodyLimit, FORM, limitBody, METADATA, MOST_PARAMETERS } from './body-limit.ts';
import { type Arrival, Exchanges } from './exchanges.ts';
import { type Failure, failureOf, UNKEPT } from './failure.ts';
import { mountMetadata } from './metadata.ts';
import { PROBLEM_HEADERS, PROBLEM_STYLE, problemPage } from './problem-page.ts';
import { allowanceOfRefresh } from './refreshes.ts';
import { takerOf } from './resume.ts';

/** An address of the OAuth server, how often one address may call it each minute, and with how much. */
interface Endpoint {
  operation: string;
  path: string;
  perMinute: number;
  body: BodyLimit;
}

const AUTHORIZE: Endpoint = { operation: 'oauth_authorize', path: ENDPOINTS.authorization, perMinute: 240, body: FORM };
const RESUME: Endpoint = { ...AUTHORIZE, path: `${ENDPOINTS.authorization}/:uid` };
const REGISTER: Endpoint = { operation: 'oauth_register', path: ENDPOINTS.registration, perMinute: 60, body: METADATA };
const TOKEN: Endpoint = { operation: 'oauth_token', path: ENDPOINTS.token, perMinute: 300, body: FORM };
const REVOKE: Endpoint = { operation: 'oauth_revoke', path: ENDPOINTS.revocation, perMinute: 300, body: FORM };

/** What is asked for here is used up, and an answer whose event cannot be kept never leaves: nobody could ask again. */
const USING_UP: ReadonlySet<Endpoint> = new Set([RESUME, TOKEN]);

/** What a page of any site may send to registration; the library sees to the others itself. */
const CORS = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type, mcp-protocol-version',
  'access-control-max-age': '86400',
};

/** Mounts the OAuth server: each request is limited by address, answered by the library and kept in the audit trail. */
export function mountOAuth(app: FastifyInstance, gate: Gate, bodies: Bodies): void {
  const { services } = gate;
  mountMetadata(app, services);
  const exchanges = new Exchanges(gate, bodies);
  app.register(async (scope) => {
    leaveBodies(scope);
    scope.get('/oauth/problem.css', (_request, reply) =>
      reply
        .headers({
          ...plainHeaders(services.clock),
          'content-type': 'text/css',
          'cache-control': 'public, max-age=3600',
        })
        .send(PROBLEM_STYLE),
    );
    scope.options(REGISTER.path, (request, reply) => answerPreflight(request, reply, exchanges, gate));
    for (const endpoint of [AUTHORIZE, TOKEN, REVOKE]) {
      scope.all(endpoint.path, (request, reply) => answer(request, reply, endpoint, exchanges, gate));
    }
    scope.post(REGISTER.path, (request, reply) => {
      reply.raw.setHeader('access-control-allow-origin', '*');
      return answer(request, reply, REGISTER, exchanges, gate);
    });
    scope.get<{ Params: { uid: string }; Querystring: { ticket?: unknown } }>(RESUME.path, (request, reply) =>
      answer(request, reply, RESUME, exchanges, gate, async (arrival) => {
        const { uid } = request.params;
        const taker = await takerOf(request, uid, request.query.ticket, gate);
        if (taker === 'approver') arrival.takesUp = uid;
        return taker !== 'another';
      }),
    );
  });
}

/** A page of another site asks whether it may register. */
async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  exchanges: Exchanges,
  gate: Gate,
): Promise<FastifyReply> {
  const { operation, path, perMinute } = REGISTER;
  const arrival = arrivalOf(request, operation, path, gate);
  const allowance = await takeOfAddress(gate, `${operation} preflight`, request.ip, perMinute);
  const headers = { ...plainHeaders(gate.services.clock), 'x-request-id': arrival.requestId, ...CORS, ...PREFLIGHT };
  if (!allowance.allowed) return refuseForNow(reply.headers(headers), arrival, allowance, exchanges);
  await exchanges.keep(arrival, { status: 204, error: null });
  return reply.code(204).headers(headers).send();
}

/**
 * The allowance is taken before anything else is asked, so that guessing is limited too; only a refresh that is not
 * guessed has one of its own.
 */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  exchanges: Exchanges,
  gate: Gate,
  isTheirs: IsTheirs = async () => true,
): Promise<FastifyReply> {
  const arrival = arrivalOf(request, endpoint.operation, endpoint.path, gate);
  const answering = { endpoint, arrival, exchanges, gate, isTheirs };
  try {
    return await answerArrived(request, reply, answering);
  } catch (error) {
    if (reply.sent) throw error;
    return answerFailure(request, reply, failureOf(error, gate), answering);
  }
}

/** Whether whoever sends a request may; what that tells of them is noted with its arrival. */
type IsTheirs = (arrival: Arrival) => Promise<boolean>;

interface Answering {
  endpoint: Endpoint;
  arrival: Arrival;
  exchanges: Exchanges;
  gate: Gate;
  isTheirs: IsTheirs;
}

async function answerArrived(
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
): Promise<FastifyReply> {
  const { endpoint, arrival, exchanges, gate, isTheirs } = answering;
  const { operation, path, perMinute, body } = endpoint;
  const cutOff = exchanges.cutOff(request.raw, reply.raw);
  const { ip } = request;
  const ofAddress = await takeOfAddress(gate, operation, ip, perMinute);
  const asking = { request: request.raw, response: reply.raw, ip, perMinute, cutOff };
  const ofRefresh = ofAddress.allowed || path !== TOKEN.path ? undefined : await allowanceOfRefresh(asking, gate);
  const allowance = ofRefresh ?? ofAddress;
  const headers = {
    ...limitHeaders(allowance),
    'x-request-id': arrival.requestId,
    'x-content-type-options': 'nosniff',
  };
  if (!allowance.allowed) return refuseForNow(reply.headers(headers), arrival, allowance, exchanges);
  if (holdsTooMuch(request.raw.url)) return refuseAddress(reply.headers(headers), arrival, exchanges);
  if (gate.audit.hasFailed && USING_UP.has(endpoint)) {
    return answerFailure(request, reply.headers(headers), UNKEPT, answering);
  }
  if (!(await isTheirs(arrival))) return refuseBrowser(reply.headers(headers), arrival, exchanges, gate);
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
  askForBody(request.raw, reply.raw);
  limitBody(request.raw, body, cutOff);
  await exchanges.run(request.raw, reply.raw, arrival);
  return reply;
}

/** To keep the event of this very answer is how it is found out that events can be kept again. */
async function answerFailure(
  { headers: { accept = '' } }: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  { endpoint, arrival, exchanges, gate }: Answering,
): Promise<FastifyReply> {
  await exchanges.keepFailure(arrival, failure);
  const headers = { ...failure.headers, 'x-request-id': arrival.requestId, 'cache-control': 'no-store' };
  reply.code(failure.status).headers(headers);
  if (endpoint.operation === AUTHORIZE.operation && accept.includes('text/html')) {
    return reply.headers(PROBLEM_HEADERS).send(problemPage('unavailable', gate.services.config));
  }
  return reply.send({ error: failure.error, error_description: failure.said });
}

function arrivalOf(request: FastifyRequest, operation: string, path: string, { services }: Gate): Arrival {
  const at = services.clock.now();
  const { ip, headers } = request;
  const presented = bearerCredential(headers);
  return { at, requestId: newId('req', at), operation, path, ip, userAgent: headers['user-agent'], presented };
}

async function refuseForNow(
  reply: FastifyReply,
  arrival: Arrival,
  { retryAfter }: Allowance,
  exchanges: Exchanges,
): Promise<FastifyReply> {
  await exchanges.keep(arrival, { status: 429, error: 'rate_limited' });
  const body = {
    error: 'temporarily_unavailable',
    error_description: `Too many requests. Try again in ${retryAfter} s.`,
  };
  return reply.code(429).header('retry-after', String(retryAfter)).header('cache-control', 'no-store').send(body);
}

/** The library goes through all parameters of an address once for each, and parses some: it gets no more than may come in a body. */
function holdsTooMuch(url = ''): boolean {
  return !FORM.isSmall(url.slice(url.indexOf('?') + 1));
}

async function refuseAddress(reply: FastifyReply, arrival: Arrival, exchanges: Exchanges): Promise<FastifyReply> {
  const error = 'invalid_request';
  await exchanges.keep(arrival, { status: 400, error });
  const said = `The address holds more than ${MOST_PARAMETERS} parameters, or another address that is too long.`;
  const body = { error, error_description: said };
  return reply.code(400).header('cache-control', 'no-store').send(body);
}

/** Whoever resumes is not who approved: the request ends here, and nobody is connected through it. */
async function refuseBrowser(
  reply: FastifyReply,
  arrival: Arrival,
  exchanges: Exchanges,
  { services: { config } }: Gate,
): Promise<FastifyReply> {
  await exchanges.keep(arrival, { status: 403, error: 'access_denied' });
  return reply
    .code(403)
    .headers(PROBLEM_HEADERS)
    .send(problemPage('another_browser', { appUrl: config.appUrl }));
}

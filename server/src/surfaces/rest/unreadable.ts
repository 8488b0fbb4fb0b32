import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { invalid, Refusal } from '../../base/errors.ts';
import { type Operation, read } from '../../base/operation.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Call, Gate } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';
import { senderOf } from '../wire/asking-address.ts';
import { type Connections, cutOffLater } from '../wire/connections.ts';
import { tidyForwarded } from '../wire/forwarded.ts';
import { whenGone } from '../wire/gone.ts';
import { bearerCredential, type HttpSurface, strangersOf } from './rest.ts';

/** Stands in for an operation where a request could not even be read: it is limited, answered and kept like any other. */
const unreadableRequest = read({
  name: 'unreadable_request',
  summary: 'Unreadable request',
  description: 'Not an operation.',
  rest: 'GET /*',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.reject(new Error('nothing to run')),
});

/** What such an answer is made with. */
export interface Unread {
  surface: HttpSurface;
  gate: Gate;
  /**
   * Each costs a connection, and none waits for another: an address gets them at a pace. Where requests are under way on
   * the connection theirs are its last answers, and this is only noted.
   */
  inTurn: Connections['inTurn'];
}

/** Answers what is not HTTP, or more of it than is taken, and ends the connection; with what was asked before, if anything. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  { surface, gate, inTurn }: Unread,
): void {
  const refusal = refusalOf(error.code);
  if (surface.bodies.cutOff(socket, refusal)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const call = refusing(unreadableRequest, refusal, socket.remoteAddress, surface);
  inTurn(socket, waysOf(socket, call, gate));
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const tunnel: Operation = { ...unreadableRequest, name: 'unknown_method' };

/** Nobody is connected to anywhere else through this service. */
export function answerConnect(request: IncomingMessage, socket: Duplex, { surface, gate, inTurn }: Unread): void {
  socket.on('error', () => socket.destroy());
  const refusal = new Refusal('method_not_allowed', `This service takes ${METHODS}.`, { headers: { allow: METHODS } });
  tidyForwarded(request);
  const call = refusing(tunnel, refusal, senderOf(request, gate.services.config.trustedProxies), surface);
  const { headers } = request;
  const credential = bearerCredential(headers);
  const known = { ...call, credential, strangers: strangersOf(headers), userAgent: headers['user-agent'] };
  inTurn(socket, waysOf(socket, known, gate));
}

function refusing(operation: Operation, refusal: Refusal, ip: string | undefined, surface: HttpSurface): Call {
  return {
    operation,
    credential: undefined,
    strangers: 'ip',
    organization: undefined,
    path: '',
    ip: ip ?? '',
    userAgent: undefined,
    resource: surface.resource,
    input: () => {
      throw refusal;
    },
  };
}

function waysOf(socket: Duplex, call: Call, gate: Gate): Parameters<Unread['inTurn']>[1] {
  const { log } = gate.services;
  const dispatched = async () => {
    try {
      return asText(await dispatch({ ...call, whenGone: (then) => whenGone(socket, then) }, gate));
    } catch (err) {
      log.error({ err }, 'a request that could not be read was not answered either');
      return undefined;
    }
  };
  const end = (text: string | undefined) => {
    if (text === undefined) return void socket.destroy();
    socket.end(text);
    cutOffLater(socket);
  };
  return {
    answer: () => void dispatched().then(end),
    note: () => void dispatched(),
  };
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return invalid([{ path: 'headers', message: 'are too large' }], { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return invalid([{ path: 'request', message: 'did not arrive in time' }], { status: 408 });
  }
  return invalid([{ path: 'request', message: 'is not a valid HTTP request' }], { status: 400 });
}

function asText({ status, headers, body }: Answer): string {
  const text = typeof body === 'string' ? body : '';
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n');
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { invalid, type Refusal } from '../../base/errors.ts';
import { read } from '../../base/operation.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Gate } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';

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

/** Answers what is not HTTP, or more of it than is taken, and ends the connection. */
export async function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  resourceMetadataUrl: string,
  gate: Gate,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  try {
    const refusal = refusalOf(error.code);
    const answer = await dispatch(
      {
        operation: unreadableRequest,
        credential: undefined,
        organization: undefined,
        path: '',
        ip: socket.remoteAddress ?? '',
        userAgent: undefined,
        resourceMetadataUrl,
        input: () => {
          throw refusal;
        },
      },
      gate,
    );
    socket.end(asText(answer));
  } catch (err) {
    gate.services.log.error({ err }, 'a request that could not be read was not answered either');
    socket.destroy();
  }
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

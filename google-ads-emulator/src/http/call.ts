import type { IncomingMessage } from 'node:http';

/** A request, read whole. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  remoteAddress: string;
  header(name: string): string;
}

/** A body larger than Google accepts for a mutate is refused before it is read to its end. */
export class BodyTooLarge extends Error {}

/** Reads a request. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const address = `http://localhost${request.url ?? '/'}`;
  const url = new URL(URL.canParse(address) ? address : 'http://localhost/');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks).toString('utf8'),
    remoteAddress: request.socket.remoteAddress ?? '',
    header: (name) => String(request.headers[name] ?? ''),
  };
}

const BODY_BYTES = 64 * 1024 * 1024;

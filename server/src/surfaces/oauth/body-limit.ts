import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { flawOf } from '../../base/json.ts';
import { isTooLong } from '../../base/web-address.ts';

/** How much may come to an address of the OAuth server, where anybody may send it. */
export interface BodyLimit {
  bytes: number;
  /** Whether it holds no more than the endpoint may need. */
  isSmall(text: string): boolean;
}

const KIB = 1024;
/** No request of an app has more. */
export const MOST_PARAMETERS = 50;
/** Parameters that the library parses as addresses. */
const ADDRESSES = /^resource$|_uri$/;
const DOCUMENT = { depth: 8, values: 300 };

/** Parameters of a request; `state` and `resource` are the longest, and codes and tokens are short. */
export const FORM: BodyLimit = {
  bytes: 8 * KIB,
  isSmall: (text) => text.split('&', MOST_PARAMETERS + 1).length <= MOST_PARAMETERS && !namesLongAddress(text),
};

function namesLongAddress(form: string): boolean {
  const addresses = Object.entries(parse(form)).filter(([name]) => ADDRESSES.test(name));
  return addresses.some(([, value = []]) => [value].flat().some(isTooLong));
}

/** What an app says of itself. */
export const METADATA: BodyLimit = {
  bytes: 16 * KIB,
  isSmall: (text) => [undefined, 'repeated'].includes(flawOf(text, DOCUMENT)?.flaw),
};

/**
 * Lets the library read no more of a body than may come, before it parses it: it refuses what it could not read, and what
 * was cut off on its way.
 */
export function limitBody(request: IncomingMessage, limit: BodyLimit, cutOff: Promise<never>): void {
  const pieces = request.iterator.bind(request);
  request.iterator = (options) => whole(request, until(cutOff, pieces(options)), limit);
}

/** Reads a body before it is known whether the library is to: that then reads the same again. */
export async function readAhead(request: IncomingMessage, limit: BodyLimit, cutOff: Promise<never>): Promise<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false });
  const body = Buffer.concat(await Array.fromAsync(whole(request, until(cutOff, pieces), limit)));
  request.iterator = () => again(body);
  // The library passes over what it takes for read.
  Object.defineProperty(request, 'readable', { value: true });
  return body;
}

async function* again(body: Buffer): AsyncGenerator<Buffer, undefined> {
  yield body;
}

async function* until<Piece>(cutOff: Promise<never>, pieces: AsyncIterator<Piece>): AsyncGenerator<Piece, undefined> {
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), cutOff]);
      if (done) return undefined;
      yield value;
    }
  } finally {
    // Not waited for: a piece that was cut off never comes.
    pieces.return?.().catch(() => {});
  }
}

async function* whole(
  { headers }: IncomingMessage,
  pieces: AsyncIterable<Buffer>,
  { bytes, isSmall }: BodyLimit,
): AsyncGenerator<Buffer, undefined> {
  if (Number(headers['content-length']) > bytes) throw new Error('the body is too large');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of pieces) {
    length += chunk.length;
    if (length > bytes) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, length);
  if (!isSmall(body.toString('latin1'))) throw new Error('the body holds too much');
  yield body;
}

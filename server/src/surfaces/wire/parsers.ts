import type { Socket } from 'node:net';

/** A body that comes in so many pieces, and these in the mean so small, is sent to cost time: nobody writes so. */
const MANY_PIECES = 512;
const SMALL_PIECE_BYTES = 32;

/** What Node's parser answers to stop reading: as for a connection that goes on in another protocol. */
const READ_NO_FURTHER = 2;

type OnIncoming = (request: unknown, keepsAlive: boolean) => number;
type OnBody = (this: unknown, piece: Buffer) => void;

/** As much of the parser of a connection as is used here; Node has no other way to stop in the midst of what it has read. */
interface Parser {
  onIncoming: OnIncoming;
  constructor: { kOnBody: number };
  [callback: number]: OnBody | undefined;
}

/**
 * Stops Node from reading on where a connection is over or sends what only costs. It reads 64 KiB at a time and works
 * through all of it, even when the connection was ended meanwhile: thousands of requests, or of pieces of a body.
 */
export function boundParser(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser) return;
  const { onIncoming } = parser;
  const body = { pieces: 0, bytes: 0 };
  parser.onIncoming = (request, keepsAlive) => {
    body.pieces = 0;
    body.bytes = 0;
    return socket.destroyed ? READ_NO_FURTHER : onIncoming(request, keepsAlive);
  };
  boundPieces(parser, socket, body);
}

/** Parsers are used again for other connections, so that each is left as it was found. */
function boundPieces(parser: Parser, socket: Socket, body: { pieces: number; bytes: number }): void {
  const { kOnBody } = parser.constructor;
  const onBody = parser[kOnBody];
  if (!onBody) return;
  parser[kOnBody] = function (this: unknown, piece: Buffer) {
    body.pieces += 1;
    body.bytes += piece.length;
    const costs = socket.destroyed || (body.pieces > MANY_PIECES && body.bytes < body.pieces * SMALL_PIECE_BYTES);
    if (!costs) return onBody.call(this, piece);
    // What is left of it is passed over without coming here again.
    parser[kOnBody] = undefined;
    socket.destroy();
  };
  socket.once('close', () => {
    parser[kOnBody] = onBody;
  });
}

function parserOf(socket: Socket): Parser | undefined {
  return 'parser' in socket && isParser(socket.parser) ? socket.parser : undefined;
}

function isParser(value: unknown): value is Parser {
  if (typeof value !== 'object' || value === null || !('onIncoming' in value)) return false;
  return typeof value.onIncoming === 'function' && 'kOnBody' in value.constructor;
}

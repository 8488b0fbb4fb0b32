import type { Socket } from 'node:net';

/** A body that comes in so many pieces, and these in the mean so small, is sent to cost time: nobody writes so. */
const MANY_PIECES = 512;
const SMALL_PIECE_BYTES = 32;

/** What Node's parser answers to stop reading: as for a connection that goes on in another protocol. */
const READ_NO_FURTHER = 2;

type OnIncoming = (request: unknown, keepsAlive: boolean) => number;
type OnBody = (this: Parser, piece: Buffer) => void;

/** As much of the parser of a connection as is used here; Node has no other way to stop in the midst of what it has read. */
interface Parser {
  /** Whose it is just now: Node hands it on, and does so before a connection has closed that asked to be led elsewhere. */
  socket: Socket | null;
  onIncoming: OnIncoming;
  constructor: { kOnBody: number };
  [callback: number]: OnBody | undefined;
}

/** What has come of the body that a connection sends. */
interface BodySoFar {
  pieces: number;
  bytes: number;
}

const bodies = new WeakMap<Socket, BodySoFar>();
/** What each parser did with a piece before it was bound. */
const asMade = new WeakMap<Parser, OnBody>();

/**
 * Stops Node from reading on where a connection is over or sends what only costs. It reads 64 KiB at a time and works
 * through all of it, even when the connection was ended meanwhile: thousands of requests, or of pieces of a body.
 */
export function boundParser(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser) return;
  const { onIncoming } = parser;
  const body = { pieces: 0, bytes: 0 };
  bodies.set(socket, body);
  parser.onIncoming = (request, keepsAlive) => {
    body.pieces = 0;
    body.bytes = 0;
    return socket.destroyed ? READ_NO_FURTHER : onIncoming(request, keepsAlive);
  };
  boundPieces(parser, socket);
}

/** A parser stays bound: what a piece belongs to is looked up when it comes, since parsers go from one to another. */
function boundPieces(parser: Parser, socket: Socket): void {
  const { kOnBody } = parser.constructor;
  const onBody = asMade.get(parser) ?? parser[kOnBody];
  if (!onBody) return;
  asMade.set(parser, onBody);
  parser[kOnBody] = takePiece;
  // Whoever has it next, a call to somewhere else among them, gets what is sent to them.
  socket.once('close', () => {
    parser[kOnBody] ??= takePiece;
  });
}

function takePiece(this: Parser, piece: Buffer): void {
  const { socket } = this;
  const body = socket ? bodies.get(socket) : undefined;
  if (!socket || !body || isWorthReading(socket, body, piece)) {
    asMade.get(this)?.call(this, piece);
    return;
  }
  // What is left of it is passed over without coming here again.
  this[this.constructor.kOnBody] = undefined;
  socket.destroy();
}

function isWorthReading(socket: Socket, body: BodySoFar, piece: Buffer): boolean {
  body.pieces += 1;
  body.bytes += piece.length;
  return !socket.destroyed && (body.pieces <= MANY_PIECES || body.bytes >= body.pieces * SMALL_PIECE_BYTES);
}

function parserOf(socket: Socket): Parser | undefined {
  return 'parser' in socket && isParser(socket.parser) ? socket.parser : undefined;
}

function isParser(value: unknown): value is Parser {
  if (typeof value !== 'object' || value === null || !('onIncoming' in value)) return false;
  return typeof value.onIncoming === 'function' && 'kOnBody' in value.constructor;
}

import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { GatheredBytes } from '../../base/gathered-bytes.ts';

/** What came of a body; the rest of one that is too long is left on the wire. */
export interface Body {
  bytes: Buffer;
  whole: boolean;
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['identity', () => new PassThrough()],
]);

/** A body that comes in so many pieces, and these in the mean so small, is sent to cost time: no server writes so. */
const MANY_PIECES = 20_000;
const SMALL_PIECE_BYTES = 32;
/** What is packed grows when it is unpacked: one that shrinks so much, once so much of it came, is made to cost time too. */
const ENOUGH_TO_TELL_BYTES = 256 * 1024;
const SHRINKS_TIMES = 8;
/** In which a file that is here already is unpacked, as if it came over the network. */
const PIECE_BYTES = 64 * 1024;

/** The encodings that a visit asks for. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads a body up to so many bytes, as they come and as they are once unpacked: neither grows without end. */
export function readBody(answer: IncomingMessage, mostBytes: number): Promise<Body | undefined> {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = DECODERS.get(coding)?.();
  if (!decoder) return Promise.resolve(undefined);
  return unpacked(answer, decoder, mostBytes);
}

/** Unpacks a file that is kept packed, within the same limit. */
export function gunzipped(bytes: Buffer, mostBytes: number): Promise<Body> {
  const source = new PassThrough();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) source.write(bytes.subarray(at, at + PIECE_BYTES));
  source.end();
  return unpacked(source, createGunzip(), mostBytes);
}

function unpacked(source: NodeJS.ReadableStream, decoder: Transform, mostBytes: number): Promise<Body> {
  const gathered = new GatheredBytes();
  const came = { pieces: 0, bytes: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const leave = () => {
    source.unpipe(decoder);
    decoder.destroy();
  };
  const finish = (whole: boolean) => {
    resolve({ bytes: gathered.all.subarray(0, mostBytes), whole });
    leave();
  };
  decoder.on('data', (piece: Buffer) => {
    gathered.add(piece);
    if (gathered.length > mostBytes) finish(false);
  });
  source.on('data', (piece: Buffer) => {
    // What came before this piece has been unpacked, but for the little that a decoder holds.
    if (came.bytes > mostBytes) finish(false);
    const problem = problemOf(came, gathered.length);
    if (problem !== undefined) {
      reject(new Error(problem));
      leave();
    }
    came.pieces += 1;
    came.bytes += piece.length;
  });
  decoder.once('end', () => finish(true));
  decoder.on('error', reject);
  source.on('error', reject);
  source.pipe(decoder);
  return promise;
}

/** What tells that a body is sent to cost time. */
function problemOf(came: { pieces: number; bytes: number }, unpackedBytes: number): string | undefined {
  if (came.pieces > MANY_PIECES && came.bytes < came.pieces * SMALL_PIECE_BYTES)
    return 'the body comes in very many tiny pieces';
  if (came.bytes > ENOUGH_TO_TELL_BYTES && came.bytes > unpackedBytes * SHRINKS_TIMES)
    return 'next to nothing comes of unpacking the body';
  return undefined;
}

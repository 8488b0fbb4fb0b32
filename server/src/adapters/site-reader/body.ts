import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** What came of a body; the rest of one that is too long is left on the wire. */
export interface Body {
  bytes: Buffer;
  whole: boolean;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  identity: () => new PassThrough(),
};

/** The encodings that a visit asks for. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads a body up to so many bytes as they are once unpacked, so that no small answer grows without end. */
export function readBody(answer: IncomingMessage, mostBytes: number): Promise<Body | undefined> {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = DECODERS[coding]?.();
  if (!decoder) return Promise.resolve(undefined);
  return unpacked(answer, decoder, mostBytes);
}

/** Unpacks a file that is kept packed, within the same limit. */
export function gunzipped(bytes: Buffer, mostBytes: number): Promise<Body> {
  const source = new PassThrough();
  source.end(bytes);
  return unpacked(source, createGunzip(), mostBytes);
}

function unpacked(source: NodeJS.ReadableStream, decoder: Transform, mostBytes: number): Promise<Body> {
  const pieces: Buffer[] = [];
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const finish = (whole: boolean) => {
    resolve({ bytes: Buffer.concat(pieces).subarray(0, mostBytes), whole });
    source.unpipe(decoder);
    decoder.destroy();
  };
  decoder.on('data', (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length > mostBytes) finish(false);
  });
  decoder.once('end', () => finish(true));
  decoder.on('error', reject);
  source.on('error', reject);
  source.pipe(decoder);
  return promise;
}

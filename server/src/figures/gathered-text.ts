import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A statement that takes in so much is over soon; more at a time would save no memory either. */
const PIECE_LENGTH = 1_000_000;

/** Holds a text until all of it is here, in pieces that end where a part did: a million lines of figures take some 20 MiB. */
export async function gatherText(parts: AsyncIterable<string>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(await compress(text));
    text = '';
  }
  if (text !== '') pieces.push(await compress(text));
  return pieces;
}

/** A piece as it came. */
export async function textOf(piece: Buffer): Promise<string> {
  return (await decompress(piece)).toString();
}

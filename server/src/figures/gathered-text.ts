import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A statement that takes in so much is over soon; more at a time would save no memory either. */
const PIECE_LENGTH = 1_000_000;
/** A million lines of figures take some 20 MiB. */
const MOST_IN_MEMORY = 32 * 1024 * 1024;

/** Where a piece stands in the file. */
interface Written {
  at: number;
  length: number;
}

/**
 * Holds a text until all of it is here, in pieces that end where a part did. What would take much memory goes to a file
 * that nobody else can open, and that is gone with the process at the latest.
 */
export class GatheredText implements AsyncDisposable {
  readonly #mostInMemory: number;
  readonly #pieces: (Buffer | Written)[] = [];
  #inMemory = 0;
  #file: FileHandle | undefined;
  #written = 0;

  private constructor(mostInMemory: number) {
    this.#mostInMemory = mostInMemory;
  }

  static async of(parts: AsyncIterable<string>, mostInMemory = MOST_IN_MEMORY): Promise<GatheredText> {
    const gathered = new GatheredText(mostInMemory);
    try {
      await gathered.#take(parts);
      return gathered;
    } catch (error) {
      await gathered[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The text as it came. */
  async *pieces(): AsyncGenerator<string> {
    for (const piece of this.#pieces) {
      const compressed = Buffer.isBuffer(piece) ? piece : await this.#read(piece);
      yield (await decompress(compressed)).toString();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #take(parts: AsyncIterable<string>): Promise<void> {
    let text = '';
    for await (const part of parts) {
      text += part;
      if (text.length < PIECE_LENGTH) continue;
      await this.#keep(await compress(text));
      text = '';
    }
    if (text !== '') await this.#keep(await compress(text));
  }

  async #keep(piece: Buffer): Promise<void> {
    if (this.#inMemory + piece.length <= this.#mostInMemory) {
      this.#inMemory += piece.length;
      this.#pieces.push(piece);
      return;
    }
    this.#file ??= await unnamedFile();
    const at = this.#written;
    await this.#file.writev([piece], at);
    this.#written += piece.length;
    this.#pieces.push({ at, length: piece.length });
  }

  async #read({ at, length }: Written): Promise<Buffer> {
    const piece = Buffer.alloc(length);
    const read = await this.#file?.read(piece, 0, length, at);
    if (read?.bytesRead !== length) throw new Error('gathered figures could not be read back');
    return piece;
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `sluice-figures-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

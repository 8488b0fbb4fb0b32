import { Socket } from 'node:net';

/** A connection that takes nothing of what is written to it until it is told to. */
export class UnreadConnection extends Socket {
  written = '';
  #reads = false;
  #taken = () => {};

  constructor() {
    super();
    Object.defineProperty(this, 'remoteAddress', { value: '127.0.0.1' });
  }

  /** From here on everything is taken at once. */
  readAll(): void {
    this.#reads = true;
    this.#taken();
  }

  override _read(): void {}

  override _write(chunk: unknown, _encoding: BufferEncoding, taken: () => void): void {
    this.written += String(chunk);
    if (this.#reads) taken();
    else this.#taken = taken;
  }

  override _writev(chunks: { chunk: unknown }[], taken: () => void): void {
    this._write(chunks.map(({ chunk }) => String(chunk)).join(''), 'utf8', taken);
  }
}

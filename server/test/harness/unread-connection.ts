import { Socket } from 'node:net';

/** A connection that takes nothing of what is written to it. */
export class UnreadConnection extends Socket {
  written = '';

  constructor() {
    super();
    Object.defineProperty(this, 'remoteAddress', { value: '127.0.0.1' });
  }

  override _read(): void {}

  override _write(chunk: unknown): void {
    this.written += String(chunk);
  }

  override _writev(chunks: { chunk: unknown }[]): void {
    for (const { chunk } of chunks) this.written += String(chunk);
  }
}

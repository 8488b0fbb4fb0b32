/** What came of a body so far, in one piece: in as many as it was sent in, each byte could cost a hundred. */
export class GatheredBytes {
  #bytes: Buffer | undefined;
  #length = 0;

  add(chunk: Buffer): void {
    const before = this.#length;
    this.#length += chunk.length;
    if (!this.#bytes) this.#bytes = chunk;
    else {
      this.#bytes = this.#wideEnough(this.#bytes, before);
      chunk.copy(this.#bytes, before);
    }
  }

  get length(): number {
    return this.#length;
  }

  get all(): Buffer {
    return this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  #wideEnough(bytes: Buffer, filled: number): Buffer {
    if (bytes.length >= this.#length) return bytes;
    const wider = Buffer.allocUnsafeSlow(Math.max(this.#length, 2 * bytes.length));
    bytes.copy(wider, 0, 0, filled);
    return wider;
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../../base/errors.ts';
import type { Room } from '../wire/room.ts';
import { refusedBody } from './decode-body.ts';

/** So much of what comes after an answer is thrown away, and so long is waited for it. */
const MOST_THROWN_AWAY = 64 * 1024;
const THROWN_AWAY_WITHIN_MS = 5_000;
const ANSWER_SEEN_WITHIN_MS = 1_000;

/** Under which terms a body is taken in. */
interface Terms {
  room: Room;
  /** All that are being read. */
  arriving: Set<IncomingBody>;
  address: string;
  limit: number;
}

/** One body on its way. */
export class IncomingBody {
  /** Undefined until it is here. */
  bytes: Buffer | undefined;
  #request: IncomingMessage;
  #response: ServerResponse;
  #terms: Terms;
  #refuse: ((refusal: Refusal) => void) | undefined;
  #cutOff: Refusal | undefined;
  #asked = false;
  #arrival: Promise<void> | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, terms: Terms) {
    this.#request = request;
    this.#response = response;
    this.#terms = terms;
  }

  get here(): boolean {
    return this.bytes !== undefined;
  }

  /** Reads it, as long as it is not too much; a request that starts over is told the same again. */
  arrive(): Promise<void> {
    this.#arrival ??= this.#arrive();
    return this.#arrival;
  }

  async #arrive(): Promise<void> {
    const { limit } = this.#terms;
    if (this.#cutOff) throw this.#cutOff;
    if (Number(this.#request.headers['content-length']) > limit) throw tooLarge(limit);
    if (expectsContinue(this.#request)) this.#response.writeContinue();
    this.#asked = true;
    this.#terms.arriving.add(this);
    try {
      this.bytes = await this.#read();
    } finally {
      this.#refuse = undefined;
      this.#terms.arriving.delete(this);
    }
  }

  /** Tells the reader that no more will come; false when all of it had come. */
  cutOff(refusal: Refusal): boolean {
    if (this.#request.complete) return false;
    this.#cutOff = refusal;
    this.#refuse?.(refusal);
    if (this.#response.writableEnded) this.#request.socket.destroy();
    return true;
  }

  /** The answer goes out: what little is left is thrown away, for anything else the connection ends with the answer. */
  letGo(): void {
    if (this.#request.complete) return;
    if (!this.#endsConnection) {
      this.#request.resume();
      this.#cutAfter(THROWN_AWAY_WITHIN_MS);
      return;
    }
    this.#response.shouldKeepAlive = false;
    this.#linger();
  }

  /** Broken, much, of unknown length, or not even asked for: nothing can follow it. */
  get #endsConnection(): boolean {
    const little = Number(this.#request.headers['content-length']) <= MOST_THROWN_AWAY;
    return this.#cutOff !== undefined || !little || (!this.#asked && expectsContinue(this.#request));
  }

  /** Whoever closes on a sender who is still sending takes the answer away again: so it is left unread for a moment. */
  #linger(): void {
    const { socket } = this.#request;
    this.#request.pause();
    this.#request.read(0);
    socket.destroySoon = () => void socket.end();
    this.#cutAfter(ANSWER_SEEN_WITHIN_MS);
  }

  #cutAfter(ms: number): void {
    const late = setTimeout(() => this.#request.socket.destroy(), ms).unref();
    this.#request.once('error', () => {}).once('close', () => clearTimeout(late));
  }

  #read(): Promise<Buffer> {
    const { room, address, limit } = this.#terms;
    const request = this.#request;
    const chunks: Buffer[] = [];
    let length = 0;
    let over = false;
    this.#response.once('close', () => {
      over = true;
      room.leave(address, length);
    });
    return new Promise<Buffer>((resolve, reject) => {
      const take = (chunk: Buffer) => {
        if (over) return;
        if (length + chunk.length > limit) return refuse(tooLarge(limit));
        const full = room.enter(address, chunk.length);
        if (full) return refuse(noRoom(full));
        length += chunk.length;
        chunks.push(chunk);
      };
      const refuse = (refusal: Refusal) => {
        request.off('data', take);
        chunks.length = 0;
        reject(refusal);
      };
      this.#refuse = refuse;
      request.on('data', take);
      request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)));
      request.once('error', () => refuse(refusedBody(400, 'could not be read')));
    });
  }
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

function tooLarge(limit: number): Refusal {
  const kib = limit / 1024;
  return refusedBody(413, `is larger than ${kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`}`);
}

/** One address in its own way waits like a caller who asks too often; in the way of all, everybody does. */
function noRoom(full: 'address' | 'all'): Refusal {
  return full === 'address'
    ? tryAgain('Too much is on its way from this address. Try again in 1 s.', 429)
    : tryAgain('Too much is on its way. Try again in 1 s.', 503);
}

/** Refuses for the moment. */
export function tryAgain(message: string, status: 429 | 503): Refusal {
  return new Refusal('rate_limited', message, { status, headers: { 'retry-after': '1' } });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../../base/errors.ts';
import type { Turns } from '../../base/turns.ts';
import { whenGone } from '../wire/gone.ts';
import type { Room } from '../wire/room.ts';
import { refusedBody } from './decode-body.ts';
import { LARGE_BODY, LargeBodyTurn } from './large-bodies.ts';

/** So much of what comes after an answer is thrown away, and so long is waited for it. */
const MOST_THROWN_AWAY = 64 * 1024;
const THROWN_AWAY_WITHIN_MS = 5_000;
const ANSWER_SEEN_WITHIN_MS = 1_000;

/** Under which terms a body is taken in. */
interface Terms {
  room: Room;
  turns: Turns;
  /** All that are being read. */
  arriving: Set<IncomingBody>;
  address: string;
  limit: number;
}

/** One body on its way. */
export class IncomingBody {
  /** Undefined until it is here, and once it was let go. */
  #bytes: Buffer | undefined;
  #turn: LargeBodyTurn | undefined;
  #request: IncomingMessage;
  #response: ServerResponse;
  #terms: Terms;
  #refuse: ((refusal: Refusal) => void) | undefined;
  #cutOff: Refusal | undefined;
  #asked = false;
  #arrival: Promise<void> | undefined;
  /** Bytes of the room that it takes up: as many as are kept of it. */
  #held = 0;

  constructor(request: IncomingMessage, response: ServerResponse, terms: Terms) {
    this.#request = request;
    this.#response = response;
    this.#terms = terms;
  }

  get here(): boolean {
    return this.#bytes !== undefined;
  }

  /**
   * Takes it in, as long as it is not too much, and waits for its holder's turn where it is large; a request that
   * starts over is told the same again.
   */
  arrive(holder: string): Promise<void> {
    this.#arrival ??= this.#arrive(holder);
    return this.#arrival;
  }

  /** What is made of it once it is here. */
  read<T>(make: (bytes: Buffer | undefined) => T): T {
    return this.#turn ? this.#turn.read(() => make(this.#bytes)) : make(this.#bytes);
  }

  async #arrive(holder: string): Promise<void> {
    const { limit } = this.#terms;
    if (this.#cutOff) throw this.#cutOff;
    if (Number(this.#request.headers['content-length']) > limit) throw tooLarge(limit);
    if (expectsContinue(this.#request)) this.#response.writeContinue();
    this.#asked = true;
    this.#terms.arriving.add(this);
    try {
      this.#bytes = await this.#takeIn();
    } finally {
      this.#terms.arriving.delete(this);
    }
    if (this.#held > LARGE_BODY) this.#turn = await LargeBodyTurn.of(this.#terms.turns, holder);
  }

  /** Tells the reader that no more will come; false when all of it had come. */
  cutOff(refusal: Refusal): boolean {
    if (this.#request.complete) return false;
    this.#cutOff = refusal;
    this.#refuse?.(refusal);
    if (this.#response.writableEnded) this.#request.socket.destroy();
    return true;
  }

  /**
   * The answer goes out, so nothing is kept of it any more. What little is still to come is thrown away; for anything
   * else the connection ends with the answer.
   */
  letGo(): void {
    this.#turn?.end();
    this.#drop();
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

  #takeIn(): Promise<Buffer> {
    const request = this.#request;
    const chunks: Buffer[] = [];
    const broken = () => this.#refuse?.(refusedBody(400, 'could not be read'));
    request.once('error', broken);
    return new Promise<Buffer>((resolve, reject) => {
      const over = () => {
        request.off('data', take).off('end', end);
        chunks.length = 0;
        this.#refuse = undefined;
      };
      const refuse = (refusal: Refusal) => {
        over();
        this.#drop();
        reject(refusal);
      };
      const take = (chunk: Buffer) => {
        const refusal = this.#keep(chunk.length);
        if (refusal) return refuse(refusal);
        chunks.push(chunk);
      };
      const end = () => {
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        over();
        resolve(bytes);
      };
      this.#refuse = refuse;
      request.on('data', take).once('end', end);
      whenGone(this.#response, broken);
    });
  }

  #keep(bytes: number): Refusal | undefined {
    const { room, address, limit } = this.#terms;
    if (this.#held + bytes > limit) return tooLarge(limit);
    const full = room.enter(address, bytes);
    if (full) return noRoom(full);
    this.#held += bytes;
    return undefined;
  }

  #drop(): void {
    this.#terms.room.leave(this.#terms.address, this.#held);
    this.#held = 0;
    this.#bytes = undefined;
  }
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/** Refuses what has more bytes than it may. */
export function tooLarge(limit: number): Refusal {
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

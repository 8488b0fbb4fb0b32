import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { IntakeLimits } from '../../base/config.ts';
import { Refusal } from '../../base/errors.ts';
import { Room } from '../wire/room.ts';
import { refusedBody } from './decode-body.ts';

/** Whether a request brings a body along, as its headers say. */
export function bringsBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** What comes after the answer is thrown away up to here; then the connection is cut. */
const MOST_THROWN_AWAY = 4 * 1024 * 1024;
const THROWN_AWAY_WITHIN_MS = 5_000;
/** What is on its way when the service ends has so long to come. */
const LAST_WITHIN_MS = 1_000;

/** Takes in the bodies of requests: none before it is asked for, and no more at once than there is room for. */
export class Bodies {
  #room: Room;
  #underWay = new WeakMap<Socket, IncomingBody>();
  #arriving = new Set<IncomingBody>();

  constructor(limits: Pick<IntakeLimits, 'bodyBytes' | 'bodyBytesPerAddress'>) {
    this.#room = new Room(limits.bodyBytes, limits.bodyBytesPerAddress);
  }

  /** The body of a request that brings one, of which nothing is read yet. */
  of(request: IncomingMessage, response: ServerResponse, address: string, limit: number): IncomingBody {
    const body = new IncomingBody(request, response, { room: this.#room, arriving: this.#arriving, address, limit });
    this.#underWay.set(request.socket, body);
    return body;
  }

  /** Whether a connection failed in the middle of a body: its request then answers for it. */
  cutOff(socket: Socket, refusal: Refusal): boolean {
    return this.#underWay.get(socket)?.cutOff(refusal) ?? false;
  }

  /** The service ends: a request whose body does not come soon is not begun any more. */
  close(): void {
    const late = () => {
      for (const body of this.#arriving) body.cutOff(ending());
    };
    setTimeout(late, LAST_WITHIN_MS).unref();
  }
}

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
    this.bytes = await this.#read().finally(() => this.#terms.arriving.delete(this));
  }

  /** Tells the reader that no more will come; false when all of it had come. */
  cutOff(refusal: Refusal): boolean {
    if (this.#request.complete) return false;
    this.#cutOff = refusal;
    this.#refuse?.(refusal);
    if (this.#response.writableEnded) this.#request.socket.destroy();
    return true;
  }

  /** Whether nothing more can be asked for on its connection once the answer was sent. */
  get endsConnection(): boolean {
    return this.#cutOff !== undefined || (!this.#asked && expectsContinue(this.#request));
  }

  /** Lets the rest go that nobody will read, but not for ever. */
  throwAway(): void {
    const request = this.#request;
    if (request.complete) return;
    let left = MOST_THROWN_AWAY;
    const late = setTimeout(() => request.socket.destroy(), THROWN_AWAY_WITHIN_MS).unref();
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.socket.destroy();
    });
    request.once('error', () => {}).once('close', () => clearTimeout(late));
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
    }).finally(() => {
      this.#refuse = undefined;
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

function ending(): Refusal {
  return wait('The service is being started anew. Try again in 1 s.', 503);
}

/** One address in its own way waits like a caller who asks too often; in the way of all, everybody does. */
function noRoom(full: 'address' | 'all'): Refusal {
  return full === 'address'
    ? wait('Too much is on its way from this address. Try again in 1 s.', 429)
    : wait('Too much is on its way. Try again in 1 s.', 503);
}

function wait(message: string, status: 429 | 503): Refusal {
  return new Refusal('rate_limited', message, { status, headers: { 'retry-after': '1' } });
}

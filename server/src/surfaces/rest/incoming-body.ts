import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../base/errors.ts';
import { GatheredBytes } from '../../base/gathered-bytes.ts';
import type { Place as Turn, Turns } from '../../base/turns.ts';
import { askForBody, expectsContinue } from '../wire/expected-body.ts';
import { whenGone } from '../wire/gone.ts';
import { gaveWay, noRoom, tooLarge } from './body-refusals.ts';
import { type BodyRoom, Place, type Share } from './body-room.ts';
import { refusedBody } from './decode-body.ts';
import { LARGE_BODY, LargeBodyTurn } from './large-bodies.ts';

/** So much of what comes after an answer is thrown away, and so long is waited for it. */
const MOST_THROWN_AWAY = 64 * 1024;
const THROWN_AWAY_WITHIN_MS = 5_000;
const ANSWER_SEEN_WITHIN_MS = 1_000;

/** Under which terms a body is taken in. */
interface Terms {
  room: BodyRoom;
  /** What it counts for there once it is large. */
  sharesOf(sender: Sender): Share[];
  turns: Turns;
  /** All that are being read. */
  arriving: Set<IncomingBody>;
  limit: number;
}

/** Who sends a body: whose line it is read in and, where that is known, which person. */
export interface Sender extends Turn {
  personId?: number | undefined;
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
  /** The same for one that is here: that its sender has gone does not concern it any more. */
  #leaveLine: ((refusal: Refusal) => void) | undefined;
  #cutOff: Refusal | undefined;
  #asked = false;
  #arrival: Promise<void> | undefined;
  /** As many bytes as are kept of it. */
  #held = 0;
  /** Undefined as long as it is small: it then costs less than its request does, and a connection has one at a time. */
  #place: Place | undefined;

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
  arrive(sender: Sender): Promise<void> {
    this.#arrival ??= this.#arrive(sender);
    return this.#arrival;
  }

  /** What is made of it once it is here. */
  read<T>(make: (bytes: Buffer | undefined) => T): T {
    return this.#turn ? this.#turn.read(() => make(this.#bytes)) : make(this.#bytes);
  }

  async #arrive(sender: Sender): Promise<void> {
    const { limit } = this.#terms;
    if (this.#cutOff) throw this.#cutOff;
    if ((this.#told ?? 0) > limit) throw tooLarge(limit);
    askForBody(this.#request, this.#response);
    this.#asked = true;
    this.#terms.arriving.add(this);
    try {
      this.#bytes = await this.#takeIn(sender);
    } finally {
      this.#terms.arriving.delete(this);
    }
    if (this.#place) this.#turn = await this.#inLine(this.#place, sender);
    if (this.#cutOff) throw this.#cutOff;
  }

  /** Whoever waits may still have to give way; whoever's turn has come is not disturbed any more. */
  async #inLine(place: Place, { holder, part }: Sender): Promise<LargeBodyTurn> {
    const coming = LargeBodyTurn.of(this.#terms.turns, { holder, ...(part !== undefined && { part }) });
    const driven = new Promise<never>((_resolve, reject) => {
      this.#leaveLine = (refusal) => {
        this.#drop();
        reject(refusal);
        coming.then((turn) => turn.end()).catch(() => {});
      };
    });
    const turn = await Promise.race([coming, driven]);
    this.#leaveLine = undefined;
    this.#terms.room.stays(place);
    return turn;
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
    const little = this.#told !== undefined && this.#told <= MOST_THROWN_AWAY;
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

  #takeIn(sender: Sender): Promise<Buffer> {
    const request = this.#request;
    let gathered = new GatheredBytes();
    const broken = () => this.#refuse?.(refusedBody(400, 'could not be read'));
    request.once('error', broken);
    return new Promise<Buffer>((resolve, reject) => {
      const over = () => {
        request.off('data', take).off('end', end);
        gathered = new GatheredBytes();
        this.#refuse = undefined;
      };
      const refuse = (refusal: Refusal) => {
        over();
        this.#drop();
        reject(refusal);
      };
      const take = (chunk: Buffer) => {
        const refusal = this.#keep(chunk.length, sender);
        if (refusal) return refuse(refusal);
        gathered.add(chunk);
      };
      const end = () => {
        const bytes = gathered.all;
        if (bytes.length !== (this.#told ?? bytes.length)) return broken();
        over();
        resolve(bytes);
      };
      this.#refuse = refuse;
      request.on('data', take).once('end', end);
      whenGone(this.#response, broken);
    });
  }

  #keep(bytes: number, sender: Sender): Refusal | undefined {
    const { limit } = this.#terms;
    if (this.#held + bytes > limit) return tooLarge(limit);
    this.#held += bytes;
    if (this.#held <= LARGE_BODY) return undefined;
    this.#place ??= this.#newPlace(sender);
    const full = this.#terms.room.enter(this.#place, this.#held - this.#place.bytes);
    return full && noRoom(full);
  }

  /** As many bytes as it was said to have. */
  get #told(): number | undefined {
    const { 'content-length': length } = this.#request.headers;
    return length === undefined ? undefined : Number(length);
  }

  #newPlace(sender: Sender): Place {
    const { limit, sharesOf } = this.#terms;
    return new Place(sharesOf(sender), this.#told ?? limit, () => this.#giveWay(gaveWay()));
  }

  #giveWay(refusal: Refusal): void {
    this.#cutOff = refusal;
    (this.#refuse ?? this.#leaveLine)?.(refusal);
  }

  #drop(): void {
    if (this.#place) this.#terms.room.leave(this.#place);
    this.#place = undefined;
    this.#held = 0;
    this.#bytes = undefined;
  }
}

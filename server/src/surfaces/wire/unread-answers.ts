import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { IntakeLimits } from '../../base/config.ts';
import { HeldAnswer, lookEvery, STANDS } from './held-answer.ts';
import { Room } from './room.ts';

/** How much of answers may be held, and for how long. */
export type UnreadLimits = Pick<IntakeLimits, 'unreadBytes' | 'unreadBytesPerAddress' | 'readWithinMs'>;

const FAR_MORE = 2;

/** Whose answers take up too much room: those of one address, or all. */
export type Full = 'address' | 'all';

interface Around {
  addressOf: (request: IncomingMessage) => string;
  tell: (full: Full, address: string) => void;
}

interface Held {
  answer: HeldAnswer;
  letGo(): void;
}

/**
 * The answers, or parts of them, that the network has not taken yet, because nobody reads them or not fast. Each is
 * held for as long as some of it is read now and then, and no more of them than there is room for: where there is none,
 * those give way that nobody reads.
 */
export class UnreadAnswers {
  #room: Room;
  #readWithinMs: number;
  #around: Around;
  /** Whoever has waited longest comes first. */
  #held = new Map<Socket, Held>();
  /** Those of which a part was held before and taken. */
  #readBefore = new WeakSet<ServerResponse>();

  constructor(limits: UnreadLimits, around: Around) {
    this.#room = new Room(limits.unreadBytes, limits.unreadBytesPerAddress);
    this.#readWithinMs = limits.readWithinMs;
    this.#around = around;
  }

  /** Holds some more bytes of an answer until all of it is taken, or cuts off whoever takes too much room with theirs. */
  hold(response: ServerResponse<IncomingMessage>, socket: Socket, bytes: number): void {
    const { answer } = this.#held.get(socket) ?? this.#begin(response, socket);
    for (;;) {
      const full = this.#room.enter(answer.address, bytes);
      if (!full) break;
      this.#around.tell(full, answer.address);
      const inTheWay = this.#inTheWay(full, socket, answer);
      this.#cutOff(inTheWay);
      if (inTheWay === socket) return;
    }
    answer.bytes += bytes;
  }

  /** Node looks whether anything was taken before it says that the time is over. */
  #begin(response: ServerResponse<IncomingMessage>, socket: Socket): Held {
    const every = lookEvery(this.#readWithinMs);
    const address = this.#around.addressOf(response.req);
    const answer = new HeldAnswer(address, every, this.#readBefore.has(response), performance.now());
    const look = () => {
      if (socket.writableLength === 0) letGo();
      else if (answer.nothingTaken(performance.now()) >= this.#readWithinMs) this.#cutOff(socket);
      else socket.setTimeout(every);
    };
    const letGo = () => {
      if (!this.#held.delete(socket)) return;
      this.#room.leave(address, answer.bytes);
      socket.setTimeout(0).off('timeout', look).off('close', letGo);
      response.off('timeout', leftToUs).off('drain', taken).off('finish', letGo);
    };
    const taken = () => {
      this.#readBefore.add(response);
      letGo();
    };
    const held = { answer, letGo };
    this.#held.set(socket, held);
    socket.setTimeout(every).on('timeout', look).once('close', letGo);
    response.on('timeout', leftToUs);
    // Ahead of Node's own listener, which from then on times how long the connection is idle.
    response.once('drain', taken).prependOnceListener('finish', letGo);
    return held;
  }

  #cutOff(socket: Socket): void {
    this.#held.get(socket)?.letGo();
    socket.destroy();
  }

  /**
   * Whose answer gives way to one more: of the address that is full, or of all, one that was never read, else one that is
   * read no longer, the one that has waited longest first; else one of which nothing is known yet.
   */
  #inTheWay(full: Full, coming: Socket, answer: HeldAnswer): Socket {
    const now = performance.now();
    let [inTheWay, most] = [coming, this.#claim(full, answer, now)];
    for (const [socket, { answer: other }] of this.#held) {
      if (full === 'address' && other.address !== answer.address) continue;
      const claim = this.#claim(full, other, now);
      if (claim.stands < most.stands || (claim.stands === most.stands && claim.by <= most.by)) continue;
      [inTheWay, most] = [socket, claim];
    }
    const allAreRead = inTheWay === coming && most.stands < STANDS.paused;
    return full === 'all' && allAreRead ? this.#ofTheFullest(coming, answer.address) : inTheWay;
  }

  #claim(full: Full, answer: HeldAnswer, now: number): { stands: number; by: number } {
    const stands = answer.stands(now);
    if (stands >= STANDS.paused) return { stands, by: answer.quietFor(now) };
    return { stands, by: full === 'all' && stands === STANDS.unknown ? this.#room.takenBy(answer.address) : 0 };
  }

  /** Reading slowly from a few addresses keeps nobody else out: one that has far more than whoever comes gives way. */
  #ofTheFullest(coming: Socket, address: string): Socket {
    let [fullest, most] = [coming, FAR_MORE * this.#room.takenBy(address)];
    for (const [socket, { answer }] of this.#held) {
      const taken = this.#room.takenBy(answer.address);
      if (taken > most) [fullest, most] = [socket, taken];
    }
    return fullest;
  }
}

/** Where the answer hears that time is over, Node leaves it to us what happens. */
function leftToUs(): void {}

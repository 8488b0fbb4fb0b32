import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../../base/address-group.ts';
import type { IntakeLimits } from '../../base/config.ts';
import { Room } from './room.ts';

/** How much of answers may be held, and for how long. */
export type UnreadLimits = Pick<IntakeLimits, 'unreadBytes' | 'unreadBytesPerAddress' | 'readWithinMs'>;

interface Held {
  address: string;
  bytes: number;
  letGo(): void;
}

/**
 * The answers, or parts of them, that the network has not taken yet, because nobody reads them or not fast. Each is
 * held for as long as some of it is read now and then, and no more of them than there is room for.
 */
export class UnreadAnswers {
  #room: Room;
  #readWithinMs: number;
  #tell: (full: 'address' | 'all', address: string) => void;
  /** Whoever has waited longest comes first. */
  #held = new Map<Socket, Held>();

  constructor(limits: UnreadLimits, tell: (full: 'address' | 'all', address: string) => void) {
    this.#room = new Room(limits.unreadBytes, limits.unreadBytesPerAddress);
    this.#readWithinMs = limits.readWithinMs;
    this.#tell = tell;
  }

  /** Holds some more bytes of an answer until all of it is taken, or cuts off whoever takes too much room with theirs. */
  hold(response: ServerResponse, socket: Socket, bytes: number): void {
    const held = this.#held.get(socket) ?? this.#begin(response, socket);
    for (;;) {
      const full = this.#room.enter(held.address, bytes);
      if (!full) break;
      this.#tell(full, held.address);
      const inTheWay = full === 'address' ? socket : this.#inTheWayOf(socket, held.address);
      this.#cutOff(inTheWay);
      if (inTheWay === socket) return;
    }
    held.bytes += bytes;
  }

  /** Node looks whether anything was taken before it says that the time is over. */
  #begin(response: ServerResponse, socket: Socket): Held {
    const late = () => (socket.writableLength > 0 ? this.#cutOff(socket) : letGo());
    const letGo = () => {
      if (!this.#held.delete(socket)) return;
      this.#room.leave(held.address, held.bytes);
      socket.setTimeout(0).off('timeout', late).off('close', letGo);
      response.off('timeout', late).off('drain', letGo).off('finish', letGo);
    };
    const held = { address: addressGroup(socket.remoteAddress ?? ''), bytes: 0, letGo };
    this.#held.set(socket, held);
    socket.setTimeout(this.#readWithinMs).once('timeout', late).once('close', letGo);
    // Where the answer hears it too, Node leaves it to us what happens.
    response.once('timeout', late);
    // Ahead of Node's own listener, which from then on times how long the connection is idle.
    response.once('drain', letGo).prependOnceListener('finish', letGo);
    return held;
  }

  #cutOff(socket: Socket): void {
    this.#held.get(socket)?.letGo();
    socket.destroy();
  }

  /** Where all room is taken, the address that has most of it gives way. */
  #inTheWayOf(socket: Socket, address: string): Socket {
    const fullest = this.#room.fullest();
    if (fullest === address) return socket;
    for (const [other, held] of this.#held) if (held.address === fullest) return other;
    return socket;
  }
}

/** Answers of a server that say when some of them could not be sent at once, whoever writes them. */
export function answersHeldBy(unread: UnreadAnswers): typeof ServerResponse<IncomingMessage> {
  return class extends ServerResponse<IncomingMessage> {
    override write(...given: readonly unknown[]): boolean {
      const { socket } = this;
      const behind = socket !== null && socket.writableCorked === 0 && socket.writableLength > 0;
      const goesOn: boolean = Reflect.apply(super.write, this, given);
      if (socket && (behind || !goesOn)) unread.hold(this, socket, bytesOf(given[0]));
      return goesOn;
    }

    override end(...given: readonly unknown[]): this {
      Reflect.apply(super.end, this, given);
      if (this.socket && this.socket.writableLength > 0) unread.hold(this, this.socket, bytesOf(given[0]));
      return this;
    }
  };
}

/** All of a piece is kept until the last of it is taken. */
function bytesOf(piece: unknown): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece);
  return piece instanceof Uint8Array ? piece.byteLength : 0;
}

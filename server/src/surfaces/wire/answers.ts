import { type IncomingMessage, ServerResponse } from 'node:http';
import { COUNTED_HEADER } from '../../base/allowance.ts';
import { membersOf } from '../../base/json.ts';
import type { Pace } from './pace.ts';
import type { UnreadAnswers } from './unread-answers.ts';

const TOO_MANY = 429;
/** Told of an answer that is made, whenever it is sent. */
export const ANSWERED = 'answered';

/**
 * The answers of a server, whoever writes them: they say when some of them could not be sent at once, and those that no
 * limit counted keep the pace of their address.
 */
export function answersOf(
  unread: UnreadAnswers,
  { pace, addressOf }: { pace: Pace; addressOf: (request: IncomingMessage) => string },
): typeof ServerResponse<IncomingMessage> {
  return class extends ServerResponse<IncomingMessage> {
    #counted = false;
    #begun = false;

    override writeHead(...given: readonly unknown[]): this {
      this.#counted = COUNTED_HEADER in membersOf(given.at(-1));
      return Reflect.apply(super.writeHead, this, given);
    }

    override write(...given: readonly unknown[]): boolean {
      const { socket } = this;
      this.#begun = true;
      const behind = socket !== null && socket.writableCorked === 0 && socket.writableLength > 0;
      const goesOn: boolean = Reflect.apply(super.write, this, given);
      if (socket && (behind || !goesOn)) unread.hold(this, socket, bytesOf(given[0]));
      return goesOn;
    }

    override end(...given: readonly unknown[]): this {
      this.emit(ANSWERED);
      if (this.#begun || this.#wasCounted) this.#send(given);
      else pace.answer(addressOf(this.req), this, () => this.#send(given));
      return this;
    }

    get #wasCounted(): boolean {
      return this.statusCode !== TOO_MANY && (this.#counted || this.hasHeader(COUNTED_HEADER));
    }

    #send(given: readonly unknown[]): void {
      Reflect.apply(super.end, this, given);
      if (this.socket && this.socket.writableLength > 0) unread.hold(this, this.socket, bytesOf(given[0]));
    }
  };
}

/** All of a piece is kept until the last of it is taken. */
function bytesOf(piece: unknown): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece);
  return piece instanceof Uint8Array ? piece.byteLength : 0;
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../../base/address-group.ts';
import type { IntakeLimits } from '../../base/config.ts';
import type { Refusal } from '../../base/errors.ts';
import type { Operation } from '../../base/operation.ts';
import type { Turns } from '../../base/turns.ts';
import { Room } from '../wire/room.ts';
import { IncomingBody, tryAgain } from './incoming-body.ts';

/** Whether a request brings a body along, as its headers say. */
export function bringsBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** The part of all room that is for bodies of nobody in particular. */
const PUBLIC_SHARE = 8;
/** What is on its way when the service ends has so long to come. */
const LAST_WITHIN_MS = 1_000;

/**
 * Takes in the bodies of requests: none before it is asked for, no more at once than there is room for, and large ones
 * in turn.
 */
export class Bodies {
  #room: Room;
  /** What anybody may send: it never takes the room of those who are known. */
  #publicRoom: Room;
  #turns: Turns;
  #underWay = new WeakMap<Socket, IncomingBody>();
  #arriving = new Set<IncomingBody>();

  constructor(limits: Pick<IntakeLimits, 'bodyBytes' | 'bodyBytesPerAddress'>, turns: Turns) {
    this.#turns = turns;
    this.#room = new Room(limits.bodyBytes, limits.bodyBytesPerAddress);
    this.#publicRoom = new Room(limits.bodyBytes / PUBLIC_SHARE, limits.bodyBytesPerAddress / PUBLIC_SHARE);
  }

  /** The body of a request that brings one, of which nothing is read yet. */
  of(
    request: IncomingMessage,
    response: ServerResponse,
    { ip, limit, audience }: { ip: string; limit: number; audience: Operation['audience'] },
  ): IncomingBody {
    const room = audience === 'public' ? this.#publicRoom : this.#room;
    const terms = { room, turns: this.#turns, arriving: this.#arriving, address: addressGroup(ip), limit };
    const body = new IncomingBody(request, response, terms);
    this.#underWay.set(request.socket, body);
    // A connection that stays open has nothing more to do with what was answered; what still comes of it, it has.
    response.once('close', () => {
      if (request.complete) this.#underWay.delete(request.socket);
    });
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

function ending(): Refusal {
  return tryAgain('The service is being started anew. Try again in 1 s.', 503);
}

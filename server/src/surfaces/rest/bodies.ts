import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, networkOf } from '../../base/address-group.ts';
import type { IntakeLimits } from '../../base/config.ts';
import type { Services } from '../../base/context.ts';
import type { Refusal } from '../../base/errors.ts';
import type { Turns } from '../../base/turns.ts';
import { SeldomWarnings } from '../wire/seldom-warnings.ts';
import { tryAgain } from './body-refusals.ts';
import { BodyRoom, type Share } from './body-room.ts';
import { IncomingBody, type Sender } from './incoming-body.ts';

/** Whether a request brings a body along, as its headers say. */
export function bringsBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Whose bodies they are: of those who are known, of nobody in particular, and reports of code hosts. */
export type Senders = 'known' | 'anybody' | 'codeHosts';

/** The parts of all room that are for bodies of nobody in particular: they never take that of those who are known. */
const PART = { known: 1, anybody: 1 / 8, codeHosts: 1 / 16 };
/** What a person or an organization takes of it, and at least: the largest body there is. */
const PART_OF_CALLER = 1 / 16;
const LEAST_OF_CALLER = 1024 * 1024;
/** Strangers share a network, so it takes more than an address. */
const ADDRESSES_OF_NETWORK = 2;
/** What is on its way when the service ends has so long to come. */
const LAST_WITHIN_MS = 1_000;

/**
 * Takes in the bodies of requests: none before it is asked for, no more at once than there is room for, and large ones
 * in turn.
 */
export class Bodies {
  #limits: Limits;
  #rooms: Record<Senders, BodyRoom>;
  #turns: Turns;
  #underWay = new WeakMap<Socket, Pick<IncomingBody, 'cutOff'>>();
  #arriving = new Set<IncomingBody>();

  constructor(limits: Limits, services: Pick<Services, 'turns' | 'clock' | 'log'>) {
    const warnings = new SeldomWarnings(services);
    const roomOf = (senders: Senders) =>
      new BodyRoom(limits.bodyBytes * PART[senders], (full, name) =>
        warnings.warn('bodies are turned away: too much of them is on its way', { senders, full, name }),
      );
    this.#limits = limits;
    this.#turns = services.turns;
    this.#rooms = { known: roomOf('known'), anybody: roomOf('anybody'), codeHosts: roomOf('codeHosts') };
  }

  /** The body of a request that brings one, of which nothing is read yet. */
  of(
    request: IncomingMessage,
    response: ServerResponse,
    { ip, limit, senders }: { ip: string; limit: number; senders: Senders },
  ): IncomingBody {
    const terms = {
      room: this.#rooms[senders],
      sharesOf: (sender: Sender) => this.#sharesOf(senders, ip, sender),
      turns: this.#turns,
      arriving: this.#arriving,
      limit,
    };
    const body = new IncomingBody(request, response, terms);
    this.#follow(request, response, body);
    return body;
  }

  /** Tells whoever reads a body by other means where no more of it will come; the request then answers for it. */
  whenCutOff(request: IncomingMessage, response: ServerResponse, tell: (refusal: Refusal) => void): void {
    const cutOff = (refusal: Refusal) => {
      if (request.complete) return false;
      response.shouldKeepAlive = false;
      tell(refusal);
      // Nobody else would close a connection that was answered already.
      if (response.writableEnded) request.socket.destroy();
      return true;
    };
    this.#follow(request, response, { cutOff });
  }

  #follow(request: IncomingMessage, response: ServerResponse, body: Pick<IncomingBody, 'cutOff'>): void {
    this.#underWay.set(request.socket, body);
    // A connection that stays open has nothing more to do with what was answered; what still comes of it, it has.
    response.once('close', () => {
      if (request.complete) this.#underWay.delete(request.socket);
    });
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

  /** Whoever is known counts wherever they send from; all others by where that is. */
  #sharesOf(senders: Senders, ip: string, { holder, personId }: Sender): Share[] {
    const most = this.#limits.bodyBytesPerAddress * PART[senders];
    const address: Share = { of: 'address', name: `address ${addressGroup(ip)}`, most };
    if (personId === undefined) {
      return [address, { of: 'network', name: `network ${networkOf(ip)}`, most: most * ADDRESSES_OF_NETWORK }];
    }
    const ofCaller = Math.max(LEAST_OF_CALLER, this.#limits.bodyBytes * PART_OF_CALLER);
    const callers = new Set([holder, `person ${personId}`]);
    return [...[...callers].map((name): Share => ({ of: 'caller', name, most: ofCaller })), address];
  }
}

type Limits = Pick<IntakeLimits, 'bodyBytes' | 'bodyBytesPerAddress'>;

function ending(): Refusal {
  return tryAgain('The service is being started anew. Try again in 1 s.', 503);
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressGroup, LINES_OF_NETWORK, networkAround } from '../../base/address-group.ts';
import type { Services } from '../../base/context.ts';
import { comesNow } from '../../base/lately-come.ts';
import { ANSWERED, answersOf } from './answers.ts';
import { askingAddress } from './asking-address.ts';
import { tidyForwarded } from './forwarded.ts';
import { type Held, Pace } from './pace.ts';
import { boundParser } from './parsers.ts';
import { Pipelines } from './pipelines.ts';
import { Room } from './room.ts';
import { SeldomWarnings } from './seldom-warnings.ts';
import { UnreadAnswers } from './unread-answers.ts';

/** Whoever sends slower than this is cut off: what is open costs memory. */
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 30_000;
const TIMES_CHECKED_EVERY_MS = 5_000;
/** Longer than proxies keep theirs, so that it is them who close. */
const IDLE_FOR_MS = 72_000;
const LOOKED_FOR_IDLE_EVERY_MS = 20;

/** So long the other side may take to close a connection that has ended here. */
const LINGERS_MS = 2_000;
/**
 * So long one keeps its place that was ended for how much was sent on it: whoever opens the next one at once, and the next,
 * would have the process do nothing but begin connections.
 */
const OVERRUN_KEEPS_MS = 10_000;
/** One that was closed before it was answered does so too: whoever asks for more and waits for nothing. */
const LEFT_KEEPS_MS = 2_000;

/** What becomes of something that never became a request. */
interface Unread {
  /** Answers it, and ends the connection. */
  answer(): void;
  /** Keeps its event alone. */
  note(): void;
}

type Around = Pick<Services, 'config' | 'clock' | 'log' | 'turns'>;

/** The connections of a server: no more of them than it may hold, none of them for ever. */
export class Connections {
  #services: Around;
  #room: Room;
  /** The same of IPv6 networks, whose addresses are had for nothing. */
  #networks: Room;
  #unread: UnreadAnswers;
  #pace: Pace;
  #pipelines = new Pipelines();
  /** Those on which no request has come yet. */
  #silent = new Set<Socket>();
  /** Those on which a request waits for its answer. */
  #asking = new WeakSet<Socket>();
  #warnings: SeldomWarnings;

  /** Behind proxies all connections come from theirs: there only what is open in all is limited. */
  constructor(services: Around) {
    const { trustedProxies, intake } = services.config;
    this.#services = services;
    this.#warnings = new SeldomWarnings(services);
    this.#room = new Room(intake.connections, trustedProxies > 0 ? intake.connections : intake.connectionsPerAddress);
    const ofNetwork = Math.min(intake.connectionsPerAddress * LINES_OF_NETWORK, Math.ceil(intake.connections / 2));
    this.#networks = new Room(intake.connections, trustedProxies > 0 ? intake.connections : ofNetwork);
    this.#pace = new Pace(intake.uncountedPerSecond);
    this.#unread = new UnreadAnswers(intake, {
      addressOf: (request) => this.#addressOf(request),
      tell: (full, address) =>
        this.#warnings.warn('answers are cut off: too much of them is not read', { full, address }),
    });
  }

  /** Makes the server, not yet listening. */
  serve(handler: RequestListener): Server {
    const silent = this.#silent;
    const asking = this.#asking;
    const behindProxies = this.#services.config.trustedProxies > 0;
    const server = createServer(
      {
        ServerResponse: answersOf(this.#unread, { pace: this.#pace, addressOf: (request) => this.#addressOf(request) }),
        requireHostHeader: false,
        headersTimeout: HEADERS_WITHIN_MS,
        requestTimeout: REQUEST_WITHIN_MS,
        connectionsCheckingInterval: TIMES_CHECKED_EVERY_MS,
        keepAliveTimeout: IDLE_FOR_MS,
      },
      (request, response) => {
        if (silent.size > 0) silent.delete(request.socket);
        if (behindProxies) tidyForwarded(request);
        if (request.url?.charCodeAt(0) !== SLASH) request.url = originForm(request.url ?? '');
        this.#pipelines.take(request.socket, response, () => {
          const answered = comesNow();
          response.once(ANSWERED, answered).once('close', answered);
          asking.add(request.socket);
          response.once('finish', () => asking.delete(request.socket));
          handler(request, response);
        });
      },
    );
    // A body is only asked for once it is known who sends it; an expectation that nobody knows is passed over.
    const pass: RequestListener = (request, response) => void server.emit('request', request, response);
    server.on('checkContinue', pass).on('checkExpectation', pass);
    return server.on('connection', (socket) => this.#admit(socket));
  }

  /**
   * Answers on a connection, at the pace of its address, what never became a request. It is only noted behind requests
   * that are under way, also once the connection has ended with their answers, and where nobody waits for its turn.
   */
  inTurn(socket: Duplex, { answer, note }: Unread): void {
    const remoteAddress = socket instanceof Socket ? socket.remoteAddress : undefined;
    const address = addressGroup(remoteAddress ?? '');
    const found = this.#pipelines.breakOff(socket);
    if (found === 'alone') this.#pace.answer(address, socket, answer, note);
    else if (found === 'behind') this.#pace.answer(address, outlasting(socket), note, note);
  }

  /** From here on a connection ends with its answer; one on which nothing is under way ends at once. */
  letGo(server: Server): void {
    if (!server.listening) return;
    this.#pace.end();
    this.#services.turns.beginnings.end();
    for (const socket of this.#silent) socket.destroy();
    const timer = setInterval(() => server.closeIdleConnections(), LOOKED_FOR_IDLE_EVERY_MS);
    server.once('close', () => clearInterval(timer));
  }

  /** Who has gone away before they were let in has no address any more: nothing could be counted or kept for them. */
  #admit(socket: Socket): void {
    this.#services.turns.beginnings.connectionCame();
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const address = addressGroup(remoteAddress);
    const network = networkAround(address);
    const full = this.#enter(address, network);
    if (full) {
      this.#warnings.warn('connections are turned away: there are too many', { full, address });
      socket.destroy();
      return;
    }
    boundParser(socket);
    socket.once('finish', () => cutOffLater(socket));
    this.#silent.add(socket);
    const leave = () => {
      this.#room.leave(address, 1);
      if (network !== undefined) this.#networks.leave(network, 1);
    };
    socket.once('close', () => {
      this.#silent.delete(socket);
      const keepsMs = this.#keepsPlaceMs(socket);
      if (keepsMs > 0) setTimeout(leave, keepsMs).unref();
      else leave();
    });
  }

  /** Behind proxies all places are everybody's: those are not kept for who may have been cut off by one. */
  #keepsPlaceMs(socket: Socket): number {
    if (this.#pipelines.wasOverrun(socket)) return OVERRUN_KEEPS_MS;
    const wasLeft = this.#asking.has(socket) && this.#services.config.trustedProxies === 0;
    return wasLeft ? LEFT_KEEPS_MS : 0;
  }

  #enter(address: string, network: string | undefined): 'network' | 'address' | 'all' | undefined {
    if (network !== undefined && this.#networks.enter(network, 1)) return 'network';
    const full = this.#room.enter(address, 1);
    if (full && network !== undefined) this.#networks.leave(network, 1);
    return full;
  }

  #addressOf(request: IncomingMessage): string {
    return askingAddress(request, this.#services.config.trustedProxies);
  }
}

/**
 * Cuts off a connection that was ended here and not there. Nothing reads on from it, so that nobody would notice if the
 * other side had gone away long ago, and it would take room for ever.
 */
export function cutOffLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGERS_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Stands for a connection whose end changes nothing for what waits. */
function outlasting(socket: Duplex): Held {
  return { once: () => {}, off: () => {}, destroy: () => socket.destroy() };
}

const SLASH = 0x2f;

/** The path alone, where a whole address was sent: whose it says it is does not matter. */
function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}

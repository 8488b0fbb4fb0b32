import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';

/** Where a call to the platform is held: before it gets there, or after it was carried out and before its answer. */
export type HoldPoint = 'asked' | 'answered';

interface Hold {
  point: HoldPoint;
  method: string;
  about: RegExp;
  reached: PromiseWithResolvers<void>;
  opened: PromiseWithResolvers<'open' | 'lost'>;
}

/** A call that is held. */
export interface HeldCall {
  /** Settles when a call is held. */
  reached: Promise<void>;
  /** Lets it go on, where its caller still lives. */
  open(): void;
  /** Lets nobody hear of it any more. */
  lose(): void;
}

/** What becomes of a change that the platform has not answered: it is made when the next one arrives, or never. */
export type Fate = 'late' | 'never';

/** A change whose answer is lost. */
interface Unanswered {
  fate: Fate;
  /** Whether its caller is left waiting, until somebody cuts it off. */
  hangs: boolean;
  reached: PromiseWithResolvers<void>;
}

/** A request, read as a whole. */
interface Asked extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  body: Buffer;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asking which campaigns changed, or how. */
const CHANGES = /FROM change_(status|event)/;

/** Stands before an emulator and holds calls where a test wants to kill their caller. */
export class PlatformGate {
  #target: string;
  #origin = '';
  #hold: Hold | undefined;
  #unanswered: Unanswered | undefined;
  /** The platform is still busy with this one. */
  #busyWith: Asked | undefined;
  #lost: { method: string; about: RegExp; times: number } | undefined;
  #slowMs = 0;
  #tellsLate = false;
  #server = createServer((request, response) => void this.#pass(request, response));

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#origin = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The emulator as it is seen through the gate. */
  inFrontOf(emulator: Emulator): Emulator {
    return { ...emulator, origin: this.#origin };
  }

  /** Lets every call take so much longer, as the platform does that is far away. */
  slowBy(ms: number): void {
    this.#slowMs = ms;
  }

  /** Has the platform tell of changes later, as it does by minutes: asked for them, it knows of none. */
  tellLate(late: boolean): void {
    this.#tellsLate = late;
  }

  /** Holds the next call of that method whose body is about something. */
  hold(point: HoldPoint, method: 'mutate' | 'searchStream' = 'mutate', about = /(?:)/): HeldCall {
    const hold = {
      point,
      method,
      about,
      reached: Promise.withResolvers<void>(),
      opened: Promise.withResolvers<'open' | 'lost'>(),
    };
    this.#hold = hold;
    const { reached, opened } = hold;
    return { reached: reached.promise, open: () => opened.resolve('open'), lose: () => opened.resolve('lost') };
  }

  /** Has every such call about something get lost on its way, until told otherwise; tells how many were. */
  lose(about: RegExp | undefined, method: 'mutate' | 'searchStream' = 'mutate'): () => number {
    const lost = about && { method, about, times: 0 };
    this.#lost = lost;
    return () => lost?.times ?? 0;
  }

  /** Leaves the next change unanswered; told when it has arrived. */
  leaveUnanswered(fate: Fate, { hangs = false } = {}): Promise<void> {
    const reached = Promise.withResolvers<void>();
    this.#unanswered = { fate, hangs, reached };
    return reached.promise;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const body = await wholeOf(request);
    const asked = { method, url, headers, body };
    if (this.#slowMs > 0) await pause(this.#slowMs);
    const hold = this.#holdOf(request, body);
    if (hold?.point === 'asked') {
      if ((await held(hold)) === 'lost') response.destroy();
      // Whoever asked may be dead by now; then the platform never hears of it.
      if (response.destroyed) return;
    }
    if (this.#tellsLate && CHANGES.test(body.toString())) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      return;
    }
    if (this.#lost && url?.endsWith(`googleAds:${this.#lost.method}`) && this.#lost.about.test(body.toString())) {
      this.#lost.times += 1;
      response.destroy();
      return;
    }
    if (url?.endsWith('googleAds:mutate') && (await this.#isLeftUnanswered(asked, response))) return;
    const answer = await this.#carryOut(asked).catch(() => undefined);
    if (hold?.point === 'answered' && (await held(hold)) === 'lost') response.destroy();
    if (answer === undefined) response.destroy();
    else if (!response.destroyed) response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async #isLeftUnanswered(asked: Asked, response: ServerResponse): Promise<boolean> {
    const left = this.#unanswered;
    const before = this.#busyWith;
    this.#unanswered = undefined;
    this.#busyWith = left?.fate === 'late' ? asked : undefined;
    if (before) await this.#carryOut(before);
    if (!left) return false;
    if (!left.hangs) response.destroy();
    left.reached.resolve();
    return true;
  }

  async #carryOut({ method, url = '/', headers, body }: Asked): Promise<Answered> {
    const upstream = forward(new URL(url, this.#target), { method, headers, agent: false });
    upstream.end(body);
    const [answer]: IncomingMessage[] = await once(upstream, 'response');
    if (!answer) throw new Error('no answer');
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await wholeOf(answer) };
  }

  #holdOf({ url = '' }: IncomingMessage, body: Buffer): Hold | undefined {
    const hold = this.#hold;
    if (!hold || !url.endsWith(`googleAds:${hold.method}`) || !hold.about.test(body.toString())) return undefined;
    this.#hold = undefined;
    return hold;
  }
}

function held({ reached, opened }: Hold): Promise<'open' | 'lost'> {
  reached.resolve();
  return opened.promise;
}

async function wholeOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

import { Socket } from 'node:net';
import pg from 'pg';

const LOOKED_AT_EVERY_MS = 2_000;

/** A connection of which an answer is waited for. */
interface Asked {
  statements: number;
  bytes: number;
  since: number;
}

/** What tells that a connection lives: on one that is pipelined, others write on and on whatever becomes of it. */
const SIGNS = {
  heard: ({ bytesRead }: Socket) => bytesRead,
  exchanged: ({ bytesRead, bytesWritten }: Socket) => bytesRead + bytesWritten,
};

/**
 * Ends connections on which nothing comes although something was asked: behind a failover or a firewall that forgot
 * them they stay open, and whoever asked would wait for as long as the system sends again, a quarter of an hour.
 */
export class Silence {
  #asked = new Map<pg.ClientBase, Asked>();
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #afterMs: number;
  #everyMs: number;
  #bytesOf: (stream: Socket) => number;

  constructor(afterMs: number, sign: keyof typeof SIGNS = 'exchanged') {
    this.#bytesOf = SIGNS[sign];
    this.#afterMs = afterMs;
    this.#everyMs = Math.min(LOOKED_AT_EVERY_MS, afterMs);
  }

  /** An answer is waited for from now on. */
  ask(client: pg.ClientBase): void {
    const asked = this.#asked.get(client);
    if (asked) asked.statements += 1;
    else this.#asked.set(client, { statements: 1, bytes: this.#bytesOn(client), since: performance.now() });
    if (this.#timer) return;
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(), this.#everyMs).unref();
  }

  /** It came, or never will. */
  answered(client: pg.ClientBase): void {
    const asked = this.#asked.get(client);
    if (!asked) return;
    asked.statements -= 1;
    if (asked.statements === 0) this.#asked.delete(client);
  }

  #look(): void {
    const now = performance.now();
    // Where the process itself stood still, what has come is not read yet.
    const stoodStill = now - this.#lookedAt > 2 * this.#everyMs;
    this.#lookedAt = now;
    for (const [client, asked] of this.#asked) {
      const bytes = this.#bytesOn(client);
      if (stoodStill || bytes !== asked.bytes) Object.assign(asked, { bytes, since: now });
      else if (now - asked.since >= this.#afterMs) {
        this.#asked.delete(client);
        streamOf(client)?.destroy(noAnswer());
      }
    }
    if (this.#asked.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #bytesOn(client: pg.ClientBase): number {
    const stream = streamOf(client);
    return stream ? this.#bytesOf(stream) : 0;
  }
}

function noAnswer(): Error {
  return Object.assign(new Error('the database does not answer on a connection any more'), { code: 'ETIMEDOUT' });
}

function streamOf(client: pg.ClientBase): Socket | undefined {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined;
  return stream instanceof Socket ? stream : undefined;
}

import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import pg from 'pg';
import { Messages, type Request, requestsOf } from './wire.ts';

const PATIENCE_MS = 20_000;

/** Where a request to the database is held: a statement before it gets there, or the end of its transaction. */
export interface BlockPoint {
  /** Words of the statement, with single spaces. */
  statement: string;
  /** What one of its parameters is. */
  parameter?: RegExp;
  /** Tells whether rows are the ones meant; it is asked with the statement's first parameter. */
  rows?: string;
  at: 'statement' | 'commit';
}

/** What becomes of a held request: the database never hears of it, or carries it out, whether its sender lives or not. */
export type Fate = 'lost' | 'kept';

/** A request that is held. */
export interface Block {
  /** Settles when one is. */
  reached(): Promise<void>;
  /** Decides what becomes of it, and waits until it has. */
  end(fate: Fate): Promise<void>;
}

interface Hold {
  point: BlockPoint;
  reached: PromiseWithResolvers<void>;
  fate: PromiseWithResolvers<Fate>;
  over: PromiseWithResolvers<void>;
}

/** What is known of a connection's transaction. */
interface OpenTransaction {
  atCommit: Hold | undefined;
}

/** Stands before a database and holds requests where a test wants to kill their sender; tables know nothing of it. */
export class DatabaseGate {
  #target: URL;
  #url: URL;
  #hold: Hold | undefined;
  #sockets = new Set<Socket>();
  #refuses = false;
  #server = createServer((client) => void this.#serve(client));

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#url = new URL(databaseUrl);
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#url.searchParams.delete('host');
    this.#url.hostname = '127.0.0.1';
    this.#url.port = String(address.port);
    return this;
  }

  /** The database as it is reached through the gate. */
  get url(): string {
    return this.#url.href;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Ends every connection and lets nobody in: the database is restarted, say. */
  refuse(): void {
    this.#refuses = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The database is there again. */
  admit(): void {
    this.#refuses = false;
  }

  /** Holds the next request at the point. */
  block(point: BlockPoint): Block {
    const hold = {
      point,
      reached: Promise.withResolvers<void>(),
      fate: Promise.withResolvers<Fate>(),
      over: Promise.withResolvers<void>(),
    };
    this.#hold = hold;
    return {
      reached: () => soon(hold.reached.promise, `a request that is held at "${point.statement}"`),
      async end(fate) {
        hold.fate.resolve(fate);
        await soon(hold.over.promise, 'the end of what was held');
      },
    };
  }

  async #serve(client: Socket): Promise<void> {
    if (this.#refuses) {
      client.on('error', () => {}).destroy();
      return;
    }
    const database = connect(addressOf(this.#target));
    const answers = new Answers(database, client);
    for (const socket of [client, database]) {
      this.#sockets.add(socket);
      socket
        .setNoDelay()
        .on('error', () => {})
        .on('close', () => this.#sockets.delete(socket));
    }
    database.on('close', () => client.destroy());
    const transaction: OpenTransaction = { atCommit: undefined };
    try {
      for await (const request of requestsOf(client)) {
        const hold = await this.#holdOf(request, transaction);
        if (hold && !(await isKept(hold))) return;
        database.write(request.bytes);
        if (hold) await answers.next().then(hold.over.resolve);
      }
    } catch {
      // The client is dead, which is what it was held for.
    } finally {
      database.destroy();
    }
  }

  /** A transaction that passed the point is held at its end; one that was rolled back never passed it. */
  async #holdOf(request: Request, transaction: OpenTransaction): Promise<Hold | undefined> {
    const { atCommit } = transaction;
    const ends = request.text === 'commit' || request.text === 'rollback';
    if (ends) {
      transaction.atCommit = undefined;
      if (request.text === 'commit') return atCommit;
      this.#hold ??= atCommit;
      return undefined;
    }
    const found = await this.#atPoint(request);
    if (found?.point.at !== 'commit') return found;
    transaction.atCommit = found;
    return undefined;
  }

  async #atPoint({ text, parameters }: Request): Promise<Hold | undefined> {
    const hold = this.#hold;
    if (!hold || !text.replaceAll(/\s+/g, ' ').includes(hold.point.statement)) return undefined;
    const { parameter, rows } = hold.point;
    if (parameter && !parameters.some((one) => parameter.test(one))) return undefined;
    if (rows !== undefined && !(await this.#finds(rows, parameters[0] ?? ''))) return undefined;
    if (this.#hold !== hold) return undefined;
    this.#hold = undefined;
    return hold;
  }

  async #finds(rows: string, parameter: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#target.href });
    await client.connect();
    const { rowCount } = await client.query(rows, [parameter]).finally(() => client.end());
    return rowCount !== 0;
  }
}

/** A directory in place of a host holds the server's own socket. */
function addressOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const directory = searchParams.get('host');
  return directory === null ? { host: hostname, port: Number(port) } : { path: `${directory}/.s.PGSQL.${port}` };
}

async function isKept({ reached, fate, over }: Hold): Promise<boolean> {
  reached.resolve();
  const kept = (await fate.promise) === 'kept';
  if (!kept) over.resolve();
  return kept;
}

const READY = 'Z';

/** Passes on what the database says, and tells when it is ready for the next request. */
class Answers {
  #waiting: (() => void)[] = [];

  constructor(database: Socket, client: Socket) {
    const messages = new Messages({ opening: false });
    database.on('data', (chunk: Buffer) => {
      if (!client.destroyed) client.write(chunk);
      for (const { type } of messages.of(chunk)) if (type === READY) for (const tell of this.#waiting.splice(0)) tell();
    });
    database.on('close', () => this.#waiting.splice(0).forEach((tell) => void tell()));
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

async function soon(promise: Promise<void>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited too long for ${what}`)), PATIENCE_MS);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

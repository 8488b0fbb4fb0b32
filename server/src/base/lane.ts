import pg from 'pg';
import { isReadOnly } from './outage.ts';
import type { Silence } from './silence.ts';

/** A connection younger than this is kept: while no server takes writes, asking for another one after each would not help. */
const YOUNG_MS = 500;

/** One pipelined connection that is opened on demand and opened again after it broke. */
export class Lane {
  #options: pg.ClientConfig;
  #silence: Silence;
  #onError: (error: Error) => void;
  #client: Promise<pg.Client> | undefined;
  #current: pg.Client | undefined;
  #ready: pg.Client | undefined;
  #readySince = 0;
  #gathering = false;

  constructor(options: pg.ClientConfig, silence: Silence, onError: (error: Error) => void) {
    this.#options = options;
    this.#silence = silence;
    this.#onError = onError;
  }

  run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#ready) {
      this.#gather(this.#ready);
      return this.#ask(this.#ready, query);
    }
    this.#client ??= this.#connect();
    return this.#client.then((client) => this.#ask(client, query));
  }

  #ask(client: pg.Client, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const answered = () => this.#silence.answered(client);
    this.#silence.ask(client);
    const answer = client.query(query);
    answer.then(answered, (error: unknown) => {
      answered();
      if (isReadOnly(error)) this.#leave(client);
    });
    return answer;
  }

  /** Whoever asks next is connected anew: by then the name may stand for the server to write to. */
  #leave(client: pg.Client): void {
    if (this.#ready !== client || performance.now() - this.#readySince < YOUNG_MS) return;
    this.#forget(client);
    client.end().catch(this.#onError);
  }

  /** One that was left ends later, when another may have taken its place: that one stays. */
  #forget(client: pg.Client): void {
    if (this.#current !== client) return;
    this.#client = undefined;
    this.#current = undefined;
    this.#ready = undefined;
  }

  /** Statements issued in the same turn of the event loop go to the server in one write. */
  #gather(client: pg.Client): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = client.connection;
    stream.cork();
    setImmediate(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#options, pipeline: true } as pg.ClientConfig);
    this.#current = client;
    const forget = () => this.#forget(client);
    client.on('error', (error) => {
      forget();
      this.#onError(error);
    });
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    // Ended as it became ready, it is forgotten by now: whoever waits for it is told, and the next ones are connected anew.
    if (this.#current === client) {
      this.#ready = client;
      this.#readySince = performance.now();
    }
    return client;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }
}

import type { Socket } from 'node:net';

/** One message of PostgreSQL's protocol; the first of a connection has no type. */
interface Message {
  type: string;
  bytes: Buffer;
}

/** Takes a stream apart into its messages. */
export class Messages {
  #rest = Buffer.alloc(0);
  #opening: boolean;

  constructor({ opening }: { opening: boolean }) {
    this.#opening = opening;
  }

  /** The messages that are whole now. */
  *of(chunk: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const head = this.#opening ? 0 : 1;
      if (this.#rest.length < head + 4) return;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const type = this.#opening ? '' : String.fromCharCode(bytes[0] ?? 0);
      this.#opening = false;
      yield { type, bytes };
    }
  }
}

/** What a client asks in one go: a statement with its parameters, or a command. */
export interface Request {
  text: string;
  parameters: string[];
  bytes: Buffer;
}

const [PARSE, BIND, QUERY, SYNC] = ['P', 'B', 'Q', 'S'];
const PARTS_OF_STATEMENT = [PARSE, BIND, 'D', 'E', 'C'];

/** The requests of a client, in order; what is no part of a statement is passed on by itself. */
export async function* requestsOf(client: Socket): AsyncGenerator<Request> {
  const messages = new Messages({ opening: true });
  const prepared = new Map<string, string>();
  let request = { text: '', parameters: [] as string[], bytes: Buffer.alloc(0) };
  for await (const chunk of client) {
    for (const { type, bytes } of messages.of(chunk)) {
      request.bytes = Buffer.concat([request.bytes, bytes]);
      const strings = new Strings(bytes.subarray(5));
      if (type === PARSE) prepared.set(strings.next(), strings.next());
      if (type === QUERY) request.text = strings.next();
      if (type === BIND) {
        strings.next();
        request.text = prepared.get(strings.next()) ?? '';
        request.parameters = strings.values();
      }
      if (PARTS_OF_STATEMENT.includes(type) && type !== SYNC) continue;
      yield request;
      request = { text: '', parameters: [], bytes: Buffer.alloc(0) };
    }
  }
}

/** Reads the body of a message from its beginning. */
class Strings {
  #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  next(): string {
    const end = this.#body.indexOf(0, this.#at);
    const string = this.#body.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return string;
  }

  /** The values that are bound, as text. */
  values(): string[] {
    const formats = this.#body.readInt16BE(this.#at);
    this.#at += 2 + 2 * formats;
    const count = this.#body.readInt16BE(this.#at);
    this.#at += 2;
    return Array.from({ length: count }, () => {
      const length = this.#body.readInt32BE(this.#at);
      this.#at += 4 + Math.max(0, length);
      return length < 0 ? '' : this.#body.toString('utf8', this.#at - length, this.#at);
    });
  }
}

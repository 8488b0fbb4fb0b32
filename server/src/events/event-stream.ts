import type { Topic } from '../base/topics.ts';

/** Whoever follows an organization. */
export interface Follower {
  readonly organizationId: number;
  readonly personId: number;
  /** When the session runs out. */
  readonly expiresAt: number;
}

/** A comment: it keeps the connection open, and tells a reader who counts that it still is. */
const HEARTBEAT = ':\n\n';
const EARLIEST_RETURN_MS = 1_000;
const LATEST_RETURN_MS = 4_000;

/**
 * One open stream, as the pieces of a text/event-stream. What has changed is gathered until somebody reads it: whoever
 * reads slowly is told each topic once, and costs no more than the others.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly follower: Follower;
  #topics = new Set<Topic>();
  #next: string | undefined = opening();
  #ended = false;
  #reader: ((piece: IteratorResult<string>) => void) | undefined;
  #onEnd: (stream: EventStream) => void;

  constructor(follower: Follower, onEnd: (stream: EventStream) => void) {
    this.follower = follower;
    this.#onEnd = onEnd;
  }

  /** Tells what has changed. */
  tell(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.add(topic);
    this.#serve();
  }

  /** Says that the stream is alive, unless something is still to be read. */
  beat(): void {
    this.#next ??= HEARTBEAT;
    this.#serve();
  }

  /** Ends it, unread pieces included. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(this);
    this.#serve();
  }

  next(): Promise<IteratorResult<string>> {
    return new Promise((resolve) => {
      this.#reader = resolve;
      this.#serve();
    });
  }

  async return(): Promise<IteratorResult<string>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #serve(): void {
    const piece = this.#reader && this.#piece();
    if (!piece) return;
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.(piece);
  }

  #piece(): IteratorResult<string> | undefined {
    if (this.#ended) return { done: true, value: undefined };
    const value = this.#next ?? this.#event();
    this.#next = undefined;
    return value === undefined ? undefined : { done: false, value };
  }

  #event(): string | undefined {
    if (this.#topics.size === 0) return undefined;
    const topics = [...this.#topics];
    this.#topics.clear();
    return `data: ${JSON.stringify({ topics })}\n\n`;
  }
}

/** The first piece: it says when to come back, for each reader at another moment, so that not all come at once. */
function opening(): string {
  const retry = EARLIEST_RETURN_MS + Math.random() * (LATEST_RETURN_MS - EARLIEST_RETURN_MS);
  return `retry: ${Math.round(retry)}\nevent: following\ndata: {}\n\n`;
}

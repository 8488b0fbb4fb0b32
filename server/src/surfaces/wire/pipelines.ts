import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** More than any client sends ahead of its answers. */
const MOST_UNDER_WAY = 16;
/** Whoever is so far ahead does not wait for answers at all: reading on would only cost. */
const MOST_PASSED_OVER = 64;

interface Pipeline {
  /** Of them the first runs. */
  underWay: number;
  /** The others, in their order. */
  waiting: (() => void)[];
  /** Its last answer is under way: whatever else was run would never be answered. */
  ending: boolean;
  passedOver: number;
}

/**
 * The requests under way on each connection. They run one after the other, as HTTP asks for wherever one of them may
 * change something; none begins before the answer ahead of it was taken, so that a connection never holds more than one.
 * Whoever sends many ahead of their answers gets those of the first few; with the last of them the connection ends, as
 * HTTP allows, and what was sent after it was never begun. It ends at once where that is much.
 */
export class Pipelines {
  #of = new WeakMap<Duplex, Pipeline>();

  /** Runs a request in its turn, or never. */
  take(socket: Duplex, response: ServerResponse, run: () => void): void {
    const pipeline = this.#pipelineOf(socket);
    if (pipeline.ending) {
      pipeline.passedOver += 1;
      if (pipeline.passedOver === MOST_PASSED_OVER) socket.destroy();
      return;
    }
    pipeline.underWay += 1;
    response.once('close', () => {
      pipeline.underWay -= 1;
      // A connection that takes no more answers was closed, or ended with this one.
      if (pipeline.waiting.length > 0 && socket.writable) pipeline.waiting.shift()?.();
    });
    if (pipeline.underWay === MOST_UNDER_WAY) {
      pipeline.ending = true;
      response.shouldKeepAlive = false;
    }
    if (pipeline.underWay > 1) pipeline.waiting.push(run);
    else run();
  }

  #pipelineOf(socket: Duplex): Pipeline {
    const known = this.#of.get(socket);
    if (known) return known;
    const fresh = { underWay: 0, waiting: [], ending: false, passedOver: 0 };
    this.#of.set(socket, fresh);
    return fresh;
  }
}

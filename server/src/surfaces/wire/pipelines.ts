import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client sends ahead of its answers. */
const MOST_UNDER_WAY = 16;
/** Whoever is so far ahead does not wait for answers at all: reading on would only cost. */
const MOST_PASSED_OVER = 64;

interface Pipeline {
  underWay: number;
  /** Its last answer is under way: whatever else was run would never be answered. */
  ending: boolean;
  passedOver: number;
}

/**
 * The requests under way on each connection. Whoever sends many ahead of their answers gets those of the first few;
 * with the last of them the connection ends, as HTTP allows, and what was sent after it was never begun. It ends at once
 * where that is much.
 */
export class Pipelines {
  #of = new WeakMap<Socket, Pipeline>();

  /** Whether a request is to be run. */
  take(socket: Socket, response: ServerResponse): boolean {
    const pipeline = this.#pipelineOf(socket);
    if (pipeline.ending) {
      pipeline.passedOver += 1;
      if (pipeline.passedOver === MOST_PASSED_OVER) socket.destroy();
      return false;
    }
    pipeline.underWay += 1;
    response.once('close', () => {
      pipeline.underWay -= 1;
    });
    if (pipeline.underWay < MOST_UNDER_WAY) return true;
    pipeline.ending = true;
    response.shouldKeepAlive = false;
    return true;
  }

  #pipelineOf(socket: Socket): Pipeline {
    const known = this.#of.get(socket);
    if (known) return known;
    const fresh = { underWay: 0, ending: false, passedOver: 0 };
    this.#of.set(socket, fresh);
    return fresh;
  }
}

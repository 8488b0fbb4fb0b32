import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client sends ahead of its answers. */
const MOST_UNDER_WAY = 16;

interface Pipeline {
  underWay: number;
  ending: boolean;
}

/**
 * The requests under way on each connection. Whoever sends many ahead of their answers gets those of the first few;
 * with the last of them the connection ends, as HTTP allows, and what was sent after it was never begun.
 */
export class Pipelines {
  #of = new WeakMap<Socket, Pipeline>();

  /** Whether a request is to be run. */
  take(socket: Socket, response: ServerResponse): boolean {
    const pipeline = this.#pipelineOf(socket);
    if (pipeline.ending) return false;
    pipeline.underWay += 1;
    response.once('close', () => {
      pipeline.underWay -= 1;
    });
    if (pipeline.underWay < MOST_UNDER_WAY) return true;
    pipeline.ending = true;
    response.shouldKeepAlive = false;
    socket.pause();
    return true;
  }

  #pipelineOf(socket: Socket): Pipeline {
    const known = this.#of.get(socket);
    if (known) return known;
    const fresh = { underWay: 0, ending: false };
    this.#of.set(socket, fresh);
    return fresh;
  }
}

import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** More than any client sends ahead of its answers. */
const MOST_UNDER_WAY = 16;
/** Whoever is so far ahead does not wait for answers at all: reading on would only cost. */
const MOST_PASSED_OVER = 64;

interface Pipeline {
  /** The answers of all that is under way, in their order; the first runs. */
  underWay: ServerResponse[];
  /** What runs the others. */
  waiting: (() => void)[];
  /** Its last answer is under way: whatever else was run would never be answered. */
  ending: boolean;
  /** What comes behind its requests could not be read. */
  broken: boolean;
  passedOver: number;
}

/** What becomes of something unreadable: nothing was under way, or that is answered and no more; the first of it counts. */
type Unreadable = 'alone' | 'behind' | 'passed over';

/**
 * The requests under way on each connection. They run one after the other, as HTTP asks for wherever one of them may
 * change something; none begins before the answer ahead of it was taken, so that a connection never holds more than one.
 * Whoever sends many ahead of their answers gets those of the first few; with the last of them the connection ends, as
 * HTTP allows, and what was sent after it was never begun. It ends at once where that is much.
 */
export class Pipelines {
  #of = new WeakMap<Duplex, Pipeline>();

  /** Whether a connection was ended for how much was sent ahead of its answers. */
  wasOverrun(socket: Duplex): boolean {
    return (this.#of.get(socket)?.passedOver ?? 0) >= MOST_PASSED_OVER;
  }

  /** Runs a request in its turn, or never. */
  take(socket: Duplex, response: ServerResponse, run: () => void): void {
    const pipeline = this.#pipelineOf(socket);
    if (pipeline.ending) {
      passOver(socket, pipeline);
      return;
    }
    const { underWay } = pipeline;
    underWay.push(response);
    response.once('close', () => {
      if (underWay.includes(response)) underWay.splice(underWay.indexOf(response), 1);
      // A connection that takes no more answers was closed, or ended with this one.
      if (pipeline.waiting.length > 0 && socket.writable) pipeline.waiting.shift()?.();
    });
    if (underWay.length === MOST_UNDER_WAY) {
      pipeline.ending = true;
      response.shouldKeepAlive = false;
    }
    if (underWay.length > 1) pipeline.waiting.push(run);
    else run();
  }

  /**
   * Nothing can be read of a connection any more: what came whole before is answered, and the connection ends with the
   * last of that. Whoever took another answer for theirs would send again what was done already.
   */
  breakOff(socket: Duplex): Unreadable {
    const pipeline = this.#of.get(socket);
    if (!pipeline || pipeline.underWay.length === 0) return 'alone';
    if (pipeline.broken) {
      passOver(socket, pipeline);
      return 'passed over';
    }
    pipeline.ending = true;
    pipeline.broken = true;
    const { underWay, waiting } = pipeline;
    // One that broke off in its own body before its turn is what could not be read.
    if (waiting.length > 0 && underWay.at(-1)?.req.complete === false) {
      underWay.pop();
      waiting.pop();
    }
    const last = underWay.at(-1);
    if (last) last.shouldKeepAlive = false;
    // Behind CONNECT Node does not look after the connection any more: answers would wait for ever to be told to go on.
    if (socket.listenerCount('drain') === 0) socket.on('drain', () => underWay[0]?.emit('drain'));
    // Where it had begun already, it said that the connection goes on.
    last?.once('close', () => socket.end(() => socket.destroy()));
    return 'behind';
  }

  #pipelineOf(socket: Duplex): Pipeline {
    const known = this.#of.get(socket);
    if (known) return known;
    const fresh: Pipeline = { underWay: [], waiting: [], ending: false, broken: false, passedOver: 0 };
    this.#of.set(socket, fresh);
    return fresh;
  }
}

function passOver(socket: Duplex, pipeline: Pipeline): void {
  pipeline.passedOver += 1;
  if (pipeline.passedOver === MOST_PASSED_OVER) socket.destroy();
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

const PIECE = 32 * 1024;
/** The parser looks through all open elements at every tag: nothing that people wrote is nested so deep. */
const DEEPEST = 1_000;
/** It keeps all attributes of an element until that is open. */
const MOST_ATTRIBUTES = 10_000;

/**
 * Parses piece by piece, so that a long text does not keep others waiting; what is nested without an end, or has
 * attributes without an end, is read no further.
 */
export async function feed(text: string, handler: Partial<Handler>, options: ParserOptions = {}): Promise<void> {
  let depth = 0;
  let attributesOfOne = 0;
  const parser = new Parser(
    {
      ...handler,
      onattribute() {
        attributesOfOne += 1;
      },
      onopentag(name, attributes, implied) {
        depth += 1;
        attributesOfOne = 0;
        handler.onopentag?.(name, attributes, implied);
      },
      onclosetag(name, implied) {
        depth -= 1;
        handler.onclosetag?.(name, implied);
      },
    },
    options,
  );
  for (let at = 0; at < text.length && depth < DEEPEST && attributesOfOne < MOST_ATTRIBUTES; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    await nextTurn();
  }
  parser.end();
}

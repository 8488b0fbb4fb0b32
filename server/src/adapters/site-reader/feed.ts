import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

const PIECE = 32 * 1024;
/** The parser looks through all open elements at every tag: nothing that people wrote is nested so deep. */
const DEEPEST = 1_000;

/**
 * Parses piece by piece, so that a long text does not keep others waiting; what is nested without an end is read no
 * further.
 */
export async function feed(text: string, handler: Partial<Handler>, options: ParserOptions = {}): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag(name, attributes, implied) {
        depth += 1;
        handler.onopentag?.(name, attributes, implied);
      },
      onclosetag(name, implied) {
        depth -= 1;
        handler.onclosetag?.(name, implied);
      },
    },
    options,
  );
  for (let at = 0; at < text.length && depth < DEEPEST; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    await nextTurn();
  }
  parser.end();
}

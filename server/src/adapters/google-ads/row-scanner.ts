import { parseStorable, UnreadableAnswer } from './json.ts';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** `[` `{` `"results": [` `{`: where a row of a stream begins. */
const ROW_DEPTH = 4;
/** `[` `{` `"error": {`: where an error that ends a stream begins. */
const ERROR_DEPTH = 3;
const KEY_DEPTH = 2;
const MAX_OBJECT_CHARACTERS = 4_000_000;

/** What a piece of a stream completed: rows, and the error when the stream broke off with one. */
export interface Scanned {
  rows: unknown[];
  error: unknown;
}

/**
 * Cuts rows out of the JSON that `searchStream` sends (an array of chunks, each with an array of results) while it
 * arrives, so that an answer of any size needs the memory of one piece. Rows that arrive together are parsed together.
 */
export class RowScanner {
  #depth = 0;
  #inString = false;
  #expectsKey = false;
  #readingKey = false;
  #key = '';
  #captureDepth = 0;
  /** What earlier pieces held of an object that is not complete yet. */
  #begun = '';
  #escaped = false;

  push(text: string): Scanned {
    const scanned: Scanned = { rows: [], error: undefined };
    let begun = this.#begun;
    let start = 0;
    let run = { from: 0, to: 0 };
    for (let index = 0; index < text.length; index += 1) {
      if (this.#inString) {
        index = this.#endOfString(text, index);
        continue;
      }
      const character = text.charCodeAt(index);
      if (character === QUOTE) this.#openString();
      else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
        if (this.#open(character)) {
          start = index;
          if (run.to === 0) run.from = index;
        }
      } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
        if (this.#depth === this.#captureDepth) {
          if (begun !== '' || this.#captureDepth === ERROR_DEPTH) {
            this.#single(begun + text.slice(start, index + 1), scanned);
            begun = '';
          } else run.to = index + 1;
          this.#captureDepth = 0;
        } else if (this.#depth === ROW_DEPTH - 1) run = flush(text, run, scanned);
        this.#depth -= 1;
      } else if (this.#depth === KEY_DEPTH && (character === COMMA || character === COLON)) {
        this.#expectsKey = character === COMMA;
      }
    }
    flush(text, run, scanned);
    this.#keep(this.#captureDepth > 0 ? begun + text.slice(start) : '');
    return scanned;
  }

  /** Fails when the stream ended in the middle. */
  finish(): void {
    if (this.#depth !== 0) throw new UnreadableAnswer('a stream that broke off');
  }

  /** The place of the closing quote, or the end of the piece. */
  #endOfString(text: string, from: number): number {
    let index = from;
    for (; index < text.length; index += 1) {
      const character = text.charCodeAt(index);
      if (this.#escaped) this.#escaped = false;
      else if (character === BACKSLASH) this.#escaped = true;
      else if (character === QUOTE) {
        this.#inString = false;
        break;
      }
    }
    if (this.#readingKey) this.#key += text.slice(from, index);
    if (!this.#inString) this.#readingKey = false;
    return index;
  }

  #openString(): void {
    this.#inString = true;
    if (this.#depth === KEY_DEPTH && this.#expectsKey) {
      this.#key = '';
      this.#readingKey = true;
    }
  }

  /** Whether something worth keeping begins here. */
  #open(character: number): boolean {
    this.#depth += 1;
    if (this.#depth === KEY_DEPTH) this.#expectsKey = true;
    if (this.#captureDepth > 0 || character !== OPEN_OBJECT) return false;
    const wanted =
      (this.#depth === ROW_DEPTH && this.#key === 'results') || (this.#depth === ERROR_DEPTH && this.#key === 'error');
    if (wanted) this.#captureDepth = this.#depth;
    return wanted;
  }

  #single(text: string, scanned: Scanned): void {
    const value = parseStorable(text);
    if (value === undefined) throw new UnreadableAnswer('a stream that is no JSON');
    if (this.#captureDepth === ROW_DEPTH) scanned.rows.push(value);
    else scanned.error = value;
  }

  #keep(begun: string): void {
    this.#begun = begun;
    if (begun.length > MAX_OBJECT_CHARACTERS) throw new UnreadableAnswer('a row of unlikely size');
  }
}

/** Parses the rows that follow one another in this piece. */
function flush(
  text: string,
  { from, to }: { from: number; to: number },
  scanned: Scanned,
): { from: number; to: number } {
  if (to > 0) {
    const rows = parseStorable(`[${text.slice(from, to)}]`);
    if (!Array.isArray(rows)) throw new UnreadableAnswer('a stream that is no JSON');
    for (const row of rows) scanned.rows.push(row);
  }
  return { from: 0, to: 0 };
}

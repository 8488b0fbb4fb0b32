import { parseJson, UnreadableAnswer } from './json.ts';

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
 * arrives, so that an answer of any size needs the memory of one row.
 */
export class RowScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #expectsKey = false;
  #readingKey = false;
  #key = '';
  #captureDepth = 0;
  #captured = '';

  push(text: string): Scanned {
    const scanned: Scanned = { rows: [], error: undefined };
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charCodeAt(index);
      if (this.#inString) this.#insideString(character, text, index);
      else if (character === QUOTE) this.#openString();
      else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
        if (this.#open(character)) start = index;
      } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
        if (this.#depth === this.#captureDepth) this.#complete(text.slice(start, index + 1), scanned);
        this.#depth -= 1;
      } else if (this.#depth === KEY_DEPTH && (character === COMMA || character === COLON)) {
        this.#expectsKey = character === COMMA;
      }
    }
    if (this.#captureDepth > 0) this.#keep(text.slice(start));
    return scanned;
  }

  /** Fails when the stream ended in the middle. */
  finish(): void {
    if (this.#depth !== 0) throw new UnreadableAnswer('a stream that broke off');
  }

  #insideString(character: number, text: string, index: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === BACKSLASH) this.#escaped = true;
    else if (character === QUOTE) {
      this.#inString = false;
      this.#readingKey = false;
      return;
    }
    if (this.#readingKey) this.#key += text.charAt(index);
  }

  #openString(): void {
    this.#inString = true;
    if (this.#depth === KEY_DEPTH && this.#expectsKey) {
      this.#key = '';
      this.#readingKey = true;
    }
  }

  /** Whether a capture begins here. */
  #open(character: number): boolean {
    this.#depth += 1;
    if (this.#depth === KEY_DEPTH) this.#expectsKey = true;
    if (this.#captureDepth > 0 || character !== OPEN_OBJECT) return false;
    const wanted =
      (this.#depth === ROW_DEPTH && this.#key === 'results') || (this.#depth === ERROR_DEPTH && this.#key === 'error');
    if (wanted) this.#captureDepth = this.#depth;
    return wanted;
  }

  #complete(rest: string, scanned: Scanned): void {
    const value = parseJson(this.#captured + rest);
    if (value === undefined) throw new UnreadableAnswer('a stream that is no JSON');
    if (this.#captureDepth === ROW_DEPTH) scanned.rows.push(value);
    else scanned.error = value;
    this.#captureDepth = 0;
    this.#captured = '';
  }

  #keep(rest: string): void {
    this.#captured += rest;
    if (this.#captured.length > MAX_OBJECT_CHARACTERS) throw new UnreadableAnswer('a row of unlikely size');
  }
}

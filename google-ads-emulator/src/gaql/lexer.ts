import { invalid } from '../google-error.ts';
import type { QueryError } from '../wire.gen.ts';

/** One token of a query. */
export interface Token {
  type: 'word' | 'string' | 'number' | 'operator' | 'punctuation' | 'end';
  text: string;
}

/** Refuses a query with Google's `queryError` code. */
export function queryFailure(code: QueryError, message: string): never {
  invalid({ queryError: code }, `Error in query: ${message}`);
}

/** Splits a query into tokens. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < query.length) {
    const rest = query.slice(position);
    const blank = /^\s+/.exec(rest);
    if (blank) {
      position += blank[0].length;
      continue;
    }
    const { token, length } = nextToken(rest);
    tokens.push(token);
    position += length;
  }
  tokens.push({ type: 'end', text: '' });
  return tokens;
}

function nextToken(rest: string): { token: Token; length: number } {
  if (rest.startsWith("'") || rest.startsWith('"')) return quoted(rest);
  for (const [type, pattern] of PATTERNS) {
    const match = pattern.exec(rest);
    if (match) return { token: { type, text: match[0] }, length: match[0].length };
  }
  return queryFailure('BAD_SYMBOL', `unexpected symbol '${rest.charAt(0)}'.`);
}

function quoted(rest: string): { token: Token; length: number } {
  const quote = rest.charAt(0);
  let text = '';
  for (let index = 1; index < rest.length; index += 1) {
    const letter = rest.charAt(index);
    if (letter === quote) return { token: { type: 'string', text }, length: index + 1 };
    if (letter === '\n') queryFailure('PROHIBITED_NEWLINE_IN_STRING', 'a string may not hold a line break.');
    if (letter !== '\\') {
      text += letter;
      continue;
    }
    index += 1;
    const escaped = rest.charAt(index);
    if (!ESCAPABLE.includes(escaped)) queryFailure('BAD_ESCAPE_SEQUENCE', `bad escape sequence '\\${escaped}'.`);
    text += UNESCAPED[escaped] ?? escaped;
  }
  return queryFailure('STRING_NOT_TERMINATED', 'a string is not terminated.');
}

const ESCAPABLE = ['"', "'", '\\', 'n', 't', '%', '_', '[', ']'];
const UNESCAPED: Record<string, string> = { n: '\n', t: '\t' };
const PATTERNS: readonly (readonly [Token['type'], RegExp])[] = [
  ['number', /^-?\d+(\.\d+)?/],
  ['word', /^[A-Za-z_][A-Za-z0-9_.]*/],
  ['operator', /^(!=|>=|<=|=|>|<)/],
  ['punctuation', /^[(),]/],
];

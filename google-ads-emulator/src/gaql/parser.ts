import type { QueryError } from '../wire.gen.ts';
import type { Token } from './lexer.ts';
import { queryFailure, tokenize } from './lexer.ts';

/** The operators of the query language. */
type Operator = (typeof OPERATORS)[number];

/** A value in a condition: quoted text, a number, or a bare word such as ENABLED or LAST_7_DAYS. */
interface QueryValue {
  type: 'string' | 'number' | 'word';
  text: string;
}

/** One condition of WHERE. */
export interface Condition {
  field: string;
  operator: Operator;
  values: QueryValue[];
}

/** A parsed query, before its fields are checked. */
export interface Query {
  select: string[];
  from: string;
  where: Condition[];
  orderBy: { field: string; descending: boolean }[];
  limit: number | undefined;
  parameters: Map<string, string>;
}

/** Parses the documented grammar: SELECT, FROM, WHERE, ORDER BY, LIMIT, PARAMETERS. */
export function parseQuery(text: string): Query {
  const reader = new TokenReader(tokenize(text));
  reader.expectWord('SELECT', 'EXPECTED_SELECT');
  const select = commaList(reader, () => reader.field());
  reader.expectWord('FROM', 'EXPECTED_FROM');
  const from = reader.field();
  const where = reader.skipWord('WHERE') ? conditions(reader) : [];
  const orderBy = reader.skipWord('ORDER') ? orderings(reader) : [];
  const limit = reader.skipWord('LIMIT') ? limitValue(reader) : undefined;
  const parameters = new Map(reader.skipWord('PARAMETERS') ? commaList(reader, () => parameter(reader)) : []);
  if (reader.peek().type !== 'end') queryFailure('UNEXPECTED_INPUT', `unexpected input near '${reader.peek().text}'.`);
  return { select, from, where, orderBy, limit, parameters };
}

function conditions(reader: TokenReader): Condition[] {
  const found = [condition(reader)];
  while (reader.skipWord('AND')) found.push(condition(reader));
  return found;
}

function condition(reader: TokenReader): Condition {
  const field = reader.field();
  const operator = operatorOf(reader);
  switch (operator) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { field, operator, values: [] };
    case 'IN':
    case 'NOT IN':
    case 'CONTAINS ANY':
    case 'CONTAINS ALL':
    case 'CONTAINS NONE':
      return { field, operator, values: reader.list() };
    case 'BETWEEN': {
      const low = reader.value();
      reader.expectWord('AND', 'EXPECTED_AND');
      return { field, operator, values: [low, reader.value()] };
    }
    case 'DURING': {
      const range = reader.value();
      if (range.type !== 'word') queryFailure('INVALID_VALUE_WITH_DURING_OPERATOR', 'DURING takes a named range.');
      return { field, operator, values: [range] };
    }
    default:
      if (reader.peek().text === '(') queryFailure('EXPECTED_SINGLE_VALUE', `'${operator}' takes a single value.`);
      return { field, operator, values: [reader.value()] };
  }
}

function operatorOf(reader: TokenReader): Operator {
  const first = reader.next();
  let text = first.text.toUpperCase();
  if (text === 'NOT' || text === 'CONTAINS' || text === 'IS') text += ` ${reader.next().text.toUpperCase()}`;
  if (text === 'IS NOT') text += ` ${reader.next().text.toUpperCase()}`;
  const operator = OPERATORS.find((known) => known === text);
  if (operator && (first.type === 'operator' || first.type === 'word')) return operator;
  return queryFailure(first.type === 'end' ? 'UNEXPECTED_END_OF_QUERY' : 'BAD_OPERATOR', `bad operator '${text}'.`);
}

function orderings(reader: TokenReader): Query['orderBy'] {
  reader.expectWord('BY', 'EXPECTED_BY');
  return commaList(reader, () => {
    const field = reader.field();
    if (reader.skipWord('DESC')) return { field, descending: true };
    reader.skipWord('ASC');
    return { field, descending: false };
  });
}

function limitValue(reader: TokenReader): number {
  const token = reader.next();
  if (token.type !== 'number' || !/^-?\d+$/.test(token.text)) queryFailure('BAD_LIMIT_VALUE', 'LIMIT takes a number.');
  if (Number(token.text) < 1) queryFailure('LIMIT_VALUE_TOO_LOW', 'LIMIT must be at least 1.');
  return Number(token.text);
}

function parameter(reader: TokenReader): [string, string] {
  const name = reader.next().text;
  if (!PARAMETERS.includes(name)) queryFailure('BAD_PARAMETER_NAME', `unknown parameter '${name}'.`);
  if (reader.next().text !== '=') queryFailure('BAD_OPERATOR', 'a parameter is set with =.');
  const value = reader.value().text.toLowerCase();
  if (value !== 'true' && value !== 'false') queryFailure('BAD_PARAMETER_VALUE', `bad value for '${name}'.`);
  return [name, value];
}

function commaList<T>(reader: TokenReader, item: () => T): T[] {
  const items = [item()];
  while (reader.skipPunctuation(',')) items.push(item());
  return items;
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#position] ?? END;
  }

  next(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  skipWord(word: string): boolean {
    const token = this.peek();
    const found = token.type === 'word' && token.text.toUpperCase() === word;
    if (found) this.#position += 1;
    return found;
  }

  skipPunctuation(mark: string): boolean {
    const found = this.peek().type === 'punctuation' && this.peek().text === mark;
    if (found) this.#position += 1;
    return found;
  }

  expectWord(word: string, code: QueryError): void {
    if (this.skipWord(word)) return;
    const { type, text } = this.peek();
    queryFailure(type === 'end' ? 'UNEXPECTED_END_OF_QUERY' : code, `expected ${word}, found '${text}'.`);
  }

  field(): string {
    const token = this.next();
    if (token.type === 'word' && /^[a-z][a-z0-9_.]*$/.test(token.text)) return token.text;
    const code = token.type === 'end' ? 'UNEXPECTED_END_OF_QUERY' : 'BAD_FIELD_NAME';
    return queryFailure(code, `bad field name '${token.text}'.`);
  }

  value(): QueryValue {
    const { type, text } = this.next();
    if (type === 'string' || type === 'number' || type === 'word') return { type, text };
    return queryFailure(type === 'end' ? 'UNEXPECTED_END_OF_QUERY' : 'BAD_VALUE', `bad value '${text}'.`);
  }

  list(): QueryValue[] {
    if (!this.skipPunctuation('(')) queryFailure('EXPECTED_LIST', 'expected a list in parentheses.');
    if (this.skipPunctuation(')')) queryFailure('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'the list is empty.');
    const values = commaList(this, () => this.value());
    if (!this.skipPunctuation(')')) queryFailure('EXPECTED_LIST', 'the list is not closed.');
    return values;
  }
}

const END: Token = { type: 'end', text: '' };
const PARAMETERS = ['include_drafts', 'omit_unselected_resource_names'];
const OPERATORS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'IN',
  'NOT IN',
  'LIKE',
  'NOT LIKE',
  'CONTAINS ANY',
  'CONTAINS ALL',
  'CONTAINS NONE',
  'IS NULL',
  'IS NOT NULL',
  'DURING',
  'BETWEEN',
  'REGEXP_MATCH',
  'NOT REGEXP_MATCH',
] as const;

import { z } from 'zod';
import { type FieldProblem, invalid, notFound, type Refusal } from '../../base/errors.ts';
import { isRecord, membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';

/** The raw parts of an HTTP request that carry input. */
export interface RawInput {
  parameters: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Buffer | undefined;
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Turns a request into the parsed input of one operation, or throws a refusal that names what is wrong. */
export type InputDecoder = (raw: RawInput) => unknown;

const DEEPEST_BODY = 32;
const NUMERIC = /^-?\d{1,15}(\.\d{1,15})?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Prepares the decoder of an operation: what comes in the path, what in the query or the body, and of which type. */
export function inputDecoder(operation: Operation): InputDecoder {
  const { method, parameters } = operation.rest;
  const inPath = parameters.filter((name) => name !== 'org');
  const types = textTypes(operation.input);
  const takesQuery = method === 'GET' || method === 'DELETE';
  return ({ parameters: path, query, body, headers }) => {
    const sent = takesQuery ? decodeQuery(query, types) : decodeBody(body, String(headers['content-type'] ?? ''));
    if (!takesQuery) refuseNames(Object.keys(query), 'is not a parameter of this operation');
    refuseNames(
      Object.keys(sent).filter((name) => inPath.includes(name)),
      'is not a field of this operation',
    );
    const input: Record<string, unknown> = { ...sent };
    for (const name of inPath) input[name] = decodePath(String(path[name] ?? ''), types.get(name));
    return parseInput(operation, input, inPath);
  };
}

/** Checks input against an operation's schema; a bad path parameter names nothing that exists. */
function parseInput(operation: Operation, input: object, inPath: readonly string[]): unknown {
  const result = operation.input.safeParse(input, { reportInput: false });
  if (result.success) return result.data;
  const { issues } = result.error;
  if (issues.some((issue) => inPath.includes(String(issue.path[0])))) throw notFound('That object');
  throw invalid(issues.flatMap(problemsOf));
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: 'is not a field of this operation',
    }));
  }
  return [{ path: path || 'body', message: issue.message }];
}

type TextType = 'number' | 'boolean' | 'string';

/** Parameters arrive as text; the schema says which of them are numbers or booleans. */
function textTypes(schema: z.ZodObject): Map<string, TextType> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.entries(properties).map(([name, property]) => [name, textTypeOf(property)]));
}

function textTypeOf(property: unknown): TextType {
  const { type } = membersOf(property);
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'string';
}

/** A path that holds what no text column can hold names nothing. */
function decodePath(text: string, type: TextType | undefined): unknown {
  if (text.includes('\0') || !text.isWellFormed()) throw notFound('That object');
  return decodeText(text, type);
}

function decodeText(text: string, type: TextType | undefined): unknown {
  if (type === 'number' && NUMERIC.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function decodeQuery(query: Record<string, unknown>, types: Map<string, TextType>): Record<string, unknown> {
  const decoded = Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (Array.isArray(value)) throw invalid([{ path: name, message: 'was sent more than once' }]);
      return [name, typeof value === 'string' ? decodeText(value, types.get(name)) : value];
    }),
  );
  checkStrings(decoded);
  return decoded;
}

function decodeBody(body: Buffer | undefined, contentType: string): Record<string, unknown> {
  if (body === undefined || body.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw refusedBody(415, 'must be sent as application/json');
  }
  const value = parseJson(body);
  if (!isRecord(value)) throw invalid([{ path: 'body', message: 'must be a JSON object' }]);
  checkStrings(value);
  return value;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw refusedBody(400, 'is not valid JSON in UTF-8');
  }
}

/** A validation_error about the body as a whole, with the status that HTTP has for it. */
export function refusedBody(status: 400 | 413 | 415, message: string): Refusal {
  return invalid([{ path: 'body', message }], { status });
}

function refuseNames(names: string[], message: string): void {
  if (names.length > 0) throw invalid(names.map((path) => ({ path, message })));
}

/** Refuses what no text column can hold, and nesting that no operation needs. */
function checkStrings(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: path || 'body', message: 'must not contain NUL characters' }]);
    if (!value.isWellFormed()) throw invalid([{ path: path || 'body', message: 'must be well-formed Unicode' }]);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= DEEPEST_BODY) throw invalid([{ path: path || 'body', message: 'is nested too deeply' }]);
    for (const [name, member] of Object.entries(value)) {
      checkStrings(name, path || 'body', depth + 1);
      checkStrings(member, path ? `${path}.${name}` : name, depth + 1);
    }
  }
}

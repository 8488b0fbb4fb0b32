import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { type FieldProblem, invalid, invalidNames, MOST_FIELDS, notFound } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { schemaAsJson } from '../../base/schema-as-json.ts';
import { takesBody } from './body-limit.ts';
import { decodeBody, refuseBrokenText } from './decode-body.ts';
import { bodyValuesOf } from './value-limit.ts';

/** The raw parts of an HTTP request that carry input. */
export interface RawInput {
  parameters: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Buffer | undefined;
  headers: Readonly<IncomingHttpHeaders>;
}

/** Turns a request into the parsed input of one operation, or throws a refusal that names what is wrong. */
export type InputDecoder = (raw: RawInput) => unknown;

const NUMERIC = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Prepares the decoder of an operation: what comes in the path, what in the query or the body, and of which type. */
export function inputDecoder(operation: Operation): InputDecoder {
  const { parameters } = operation.rest;
  const inPath = parameters.filter((name) => name !== 'org');
  const types = textTypes(operation.input);
  const takesQuery = !takesBody(operation.rest);
  const mostValues = bodyValuesOf(operation);
  return ({ parameters: path, query, body, headers }) => {
    const inBody = decodeBody(body, headers['content-type'], mostValues);
    if (takesQuery) refuseNames(Object.keys(inBody), 'is not a field of this operation');
    else refuseNames(Object.keys(query), 'is not a parameter of this operation');
    const sent = takesQuery ? decodeQuery(query, types) : inBody;
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
  throw invalid(issues.slice(0, MOST_FIELDS).flatMap(problemsOf), {}, countOf(issues));
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_FIELDS).map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: 'is not a field of this operation',
    }));
  }
  return [{ path: path || 'body', message: issue.message }];
}

function countOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
}

type TextType = 'number' | 'boolean' | 'string';

/** Parameters arrive as text; the schema says which of them are numbers or booleans. */
function textTypes(schema: z.ZodObject): Map<string, TextType> {
  const { properties } = schemaAsJson(schema, 'input');
  return new Map(Object.entries(membersOf(properties)).map(([name, property]) => [name, textTypeOf(property)]));
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
  refuseBrokenText(decoded);
  return decoded;
}

function refuseNames(names: string[], message: string): void {
  if (names.length > 0) throw invalidNames(names, message);
}

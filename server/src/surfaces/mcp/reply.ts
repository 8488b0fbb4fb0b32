import type { Answer } from '../../gate/answer.ts';
import type { Era, PlainRequest } from './era.ts';
import { fitted } from './fit.ts';

/** What goes back over HTTP, at once. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** In pieces, of which one may have been written long before. */
  body: readonly (string | Buffer)[];
}

/** Who answers, as every result of the newer era says. */
export interface ServerInfo {
  name: string;
  version: string;
}

/** Where a result of the newer era names who answers. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
/** JSON-RPC's number for what does not fit the method. */
export const INVALID_PARAMS = -32602;
/** Before 2026 this had a number of its own. */
const RESOURCE_NOT_FOUND = -32002;

/** Writes results of JSON-RPC; what an operation answered goes in as it was written. */
export class Replies {
  readonly #ends: Record<Era, string>;

  constructor(info: ServerInfo) {
    const meta = JSON.stringify({ [SERVER_INFO]: info });
    this.#ends = { legacy: '', modern: `,"resultType":"complete","_meta":${meta}` };
  }

  /** A list, written before, which clients of the newer era may keep for a while. */
  list(request: PlainRequest, members: Buffer, headers: Record<string, string>, ttlMs: number): Reply {
    return ok(headers, ['{"result":{', members, `${kept(request, ttlMs)}${this.#end(request)}`]);
  }

  /** A resource as it stands now. */
  contents(request: PlainRequest, contents: object, headers: Record<string, string>): Reply {
    const members = `"contents":${JSON.stringify([contents])}`;
    return ok(headers, [`{"result":{${members}${kept(request, 0)}${this.#end(request)}`]);
  }

  /** What an operation answered. */
  called(request: PlainRequest, answer: Answer): Reply {
    return ok(answer.headers, [this.calledText(request, answer)]);
  }

  /** The same as text: its JSON as data and as text, or its refusal as text. */
  calledText(request: PlainRequest, { body, errorCode }: Answer): string {
    if (typeof body !== 'string') throw new Error('a tool answered in pieces');
    const json = fitted(body);
    const text = `{"result":{"content":[{"type":"text","text":${JSON.stringify(json)}}]`;
    const data = errorCode === null ? `,"structuredContent":${json}` : ',"isError":true';
    return text + data + this.#end(request);
  }

  /** For a resource that is not there, or not for this caller: which of the two is not said. */
  notFound({ era, id }: PlainRequest, uri: string, headers: Record<string, string>): Reply {
    const code = era === 'modern' ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
    return failed(id, { code, message: 'Resource not found', data: { uri } }, headers);
  }

  /** A protocol error: what was asked for does not exist. */
  unknown({ id }: PlainRequest, message: string, headers: Record<string, string>): Reply {
    return failed(id, { code: INVALID_PARAMS, message }, headers);
  }

  #end({ era, id }: PlainRequest): string {
    return `${this.#ends[era]}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  }
}

function kept({ era }: PlainRequest, ttlMs: number): string {
  return era === 'modern' ? `,"ttlMs":${ttlMs},"cacheScope":"private"` : '';
}

function failed(
  id: PlainRequest['id'],
  error: { code: number; message: string; data?: unknown },
  headers: Record<string, string>,
): Reply {
  return ok(headers, [JSON.stringify({ jsonrpc: '2.0', id, error })]);
}

function ok(headers: Record<string, string>, body: Reply['body']): Reply {
  headers['content-type'] = 'application/json';
  return { status: 200, headers, body };
}

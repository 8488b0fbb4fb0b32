import { visibleInJson } from '../../base/visible-text.ts';
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

/** An answer that goes on for a while: of the protocol's library, or with what is told on the way to it. */
export interface Stream {
  status: number;
  headers: Record<string, string>;
  pieces: AsyncIterable<string | Uint8Array>;
}

/** Who answers, as every result of the newer era says. */
export interface ServerInfo {
  name: string;
  version: string;
}

/** What a resource holds, as JSON in a text. */
export interface Contents {
  uri: string;
  mimeType: string;
  text: Answer['body'];
}

/** A list that is sent again and again. */
export interface List {
  /** As members of a result. */
  members: string;
}

/** Where a result of the newer era names who answers. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
/** JSON-RPC's number for what does not fit the method. */
export const INVALID_PARAMS = -32602;
/** Before 2026 this had a number of its own. */
const RESOURCE_NOT_FOUND = -32002;

/** Writes results of JSON-RPC; what an operation answered goes in as it was written. */
export class Replies {
  /** What stands between the members of a result and the id. */
  readonly #ends: Record<Era, string>;
  /** Everything before the id, for lists that were sent before: it goes with its list. */
  readonly #lists: Record<Era, WeakMap<List, Buffer>> = { legacy: new WeakMap(), modern: new WeakMap() };

  constructor(info: ServerInfo) {
    const meta = JSON.stringify({ [SERVER_INFO]: info });
    const end = '},"jsonrpc":"2.0","id":';
    this.#ends = { legacy: end, modern: `,"resultType":"complete","_meta":${meta}${end}` };
  }

  /** A list, which clients of the newer era may keep for a while: only the id is still to be written. */
  list(request: PlainRequest, list: List, headers: Record<string, string>, ttlMs: number): Reply {
    const { era, id } = request;
    const written =
      this.#lists[era].get(list) ?? Buffer.from(`{"result":{${list.members}${kept(request, ttlMs)}${this.#ends[era]}`);
    this.#lists[era].set(list, written);
    return ok(headers, [written, `${JSON.stringify(id)}}`]);
  }

  /** A resource as it stands now. */
  contents(request: PlainRequest, contents: Contents, headers: Record<string, string>): Reply {
    const text = visibleInJson(wholeText(contents.text));
    const members = `"contents":${JSON.stringify([{ ...contents, text }])}`;
    return ok(headers, [`{"result":{${members}${kept(request, 0)}${this.#end(request)}`]);
  }

  /** What an operation answered. */
  called(request: PlainRequest, answer: Answer): Reply {
    return ok(answer.headers, [this.calledText(request, answer)]);
  }

  /** The same as text: its JSON as data and as text, or its refusal as text. */
  calledText(request: PlainRequest, { body, errorCode }: Answer): string {
    const json = fitted(visibleInJson(wholeText(body)));
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
    return `${this.#ends[era]}${JSON.stringify(id)}}`;
  }
}

function wholeText(body: Answer['body']): string {
  if (typeof body !== 'string') throw new Error('a tool answered in pieces');
  return body;
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

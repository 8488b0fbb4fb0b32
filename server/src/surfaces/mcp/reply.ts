import { INVALID_PARAMS, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Answer } from '../../gate/answer.ts';
import type { Era, PlainRequest } from './era.ts';

/** What goes back over HTTP. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Who answers, as every result of the newer era says. */
export interface ServerInfo {
  name: string;
  version: string;
}

/** Writes results of JSON-RPC; what an operation answered goes in as it was written. */
export class Replies {
  readonly #ends: Record<Era, string>;

  constructor(info: ServerInfo) {
    const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: info });
    this.#ends = { legacy: '', modern: `,"resultType":"complete","_meta":${meta}` };
  }

  /** A result whose members are given as JSON. */
  result({ era, id }: PlainRequest, members: string, headers: Record<string, string>): Reply {
    const body = `{"result":{${members}${this.#ends[era]}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
  }

  /** The same for a list, which clients of the newer era may keep for a while. */
  list(request: PlainRequest, members: string, headers: Record<string, string>, ttlMs: number): Reply {
    const hints = request.era === 'modern' ? `,"ttlMs":${ttlMs},"cacheScope":"private"` : '';
    return this.result(request, members + hints, headers);
  }

  /** What an operation answered: its JSON as data and as text, or its refusal as text. */
  called(request: PlainRequest, { body, headers, errorCode }: Answer): Reply {
    if (typeof body !== 'string') throw new Error('a tool answered in pieces');
    const text = `"content":[{"type":"text","text":${JSON.stringify(body)}}]`;
    const members = errorCode === null ? `${text},"structuredContent":${body}` : `${text},"isError":true`;
    return this.result(request, members, headers);
  }

  /** For a resource that is not there, or not for this caller: which of the two is not said. */
  notFound({ era, id }: PlainRequest, uri: string, headers: Record<string, string>): Reply {
    const code = era === 'modern' ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
    return error(id, { code, message: 'Resource not found', data: { uri } }, headers);
  }

  /** A protocol error: what was asked for does not exist. */
  unknown({ id }: PlainRequest, message: string, headers: Record<string, string>): Reply {
    return error(id, { code: INVALID_PARAMS, message }, headers);
  }
}

/** Before 2026 this had a number of its own. */
const RESOURCE_NOT_FOUND = -32002;

function error(
  id: PlainRequest['id'],
  about: { code: number; message: string; data?: unknown },
  headers: Record<string, string>,
): Reply {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: about });
  return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
}

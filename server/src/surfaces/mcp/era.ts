import type { IncomingHttpHeaders } from 'node:http';
import { classifyInboundRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { isRecord } from '../../base/json.ts';
import { headerText } from '../wire/header-text.ts';

/** The protocol as it is spoken: with an envelope on every request since 2026, by handshake before. */
export type Era = 'legacy' | 'modern';

/** A request of JSON-RPC that is as the protocol wants it, up to what its method wants. */
export interface PlainRequest {
  era: Era;
  id: string | number;
  method: string;
  params: Record<string, unknown>;
}

/** The request of a message where nothing about it is out of the ordinary; the rest is left to the protocol's library. */
export function plainRequest(message: Record<string, unknown>, headers: IncomingHttpHeaders): PlainRequest | undefined {
  const { id, method, params = {} } = message;
  if (message.jsonrpc !== '2.0' || typeof method !== 'string' || !isRecord(params)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (!acceptsBoth(headers.accept) || !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return undefined;
  const version = headerText(headers['mcp-protocol-version']);
  const calledMethod = headerText(headers['mcp-method']);
  const calledName = headerText(headers['mcp-name']);
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(calledMethod !== undefined && { mcpMethodHeader: calledMethod }),
    ...(calledName !== undefined && { mcpNameHeader: calledName }),
    body: message,
  });
  if (outcome.kind === 'modern') {
    const named = calledMethod === method && calledName === (params.name ?? params.uri);
    return named && version !== undefined ? { era: 'modern', id, method, params } : undefined;
  }
  const spoken = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return outcome.kind === 'legacy' && spoken ? { era: 'legacy', id, method, params } : undefined;
}

/** Both forms of an answer have to be welcome, as the protocol wants. */
function acceptsBoth(accept = ''): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

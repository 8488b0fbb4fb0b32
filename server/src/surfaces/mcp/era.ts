import type { IncomingHttpHeaders } from 'node:http';
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
  /** Where the sender wants to hear how far it has come, and takes a stream. */
  progressToken?: string | number;
}

/** The revision that is spoken with an envelope, and those before it. */
export const MODERN_REVISION = '2026-07-28';
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** What an envelope is made of. */
export const ENVELOPE = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);
/** What clients can do, as far as the protocol says it; what else they name may be anything. */
const CAPABILITIES = ['elicitation', 'experimental', 'extensions', 'roots', 'sampling'];

/**
 * The request of a message where nothing about it is out of the ordinary; the rest is left to the protocol's library,
 * which knows what is wrong with it. What is taken here is of the same era to the library, and whatever the library
 * would run is taken here: tests hold both.
 */
export function plainRequest(message: Record<string, unknown>, headers: IncomingHttpHeaders): PlainRequest | undefined {
  const { id, method, params = {} } = message;
  if (message.jsonrpc !== '2.0' || typeof method !== 'string' || !isIdentifier(id) || !isRecord(params))
    return undefined;
  for (const name in message) if (!MEMBERS.has(name)) return undefined;
  if (!isJson(headers['content-type'])) return undefined;
  const { _meta: meta = {} } = params;
  if (!isRecord(meta) || (meta.progressToken !== undefined && !isIdentifier(meta.progressToken))) return undefined;
  const era = ENVELOPE.version in meta ? 'modern' : 'legacy';
  const fits = era === 'modern' ? fitsEnvelope(meta, method, params, headers) : isLegacy(headers);
  if (!fits) return undefined;
  const { progressToken } = meta;
  const isTold = progressToken !== undefined && accepts(headers, 'text/event-stream');
  return isTold ? { era, id, method, params, progressToken } : { era, id, method, params };
}

function isIdentifier(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function accepts({ accept = '' }: IncomingHttpHeaders, type: string): boolean {
  return accept.includes(type);
}

function isJson(contentType = ''): boolean {
  return contentType === 'application/json' || /^application\/json\s*(;|$)/i.test(contentType);
}

/** Both forms of an answer have to be welcome, as the older era wants. */
function isLegacy(headers: IncomingHttpHeaders): boolean {
  const version = headerText(headers['mcp-protocol-version']);
  return (
    (version === undefined || LEGACY_REVISIONS.includes(version)) &&
    accepts(headers, 'application/json') &&
    accepts(headers, 'text/event-stream')
  );
}

/** The envelope is whole, and the headers say the same as the message. */
function fitsEnvelope(
  meta: Record<string, unknown>,
  method: string,
  params: Record<string, unknown>,
  headers: IncomingHttpHeaders,
): boolean {
  const { [ENVELOPE.version]: version, [ENVELOPE.client]: client, [ENVELOPE.capabilities]: capabilities } = meta;
  return (
    version === MODERN_REVISION &&
    headers['mcp-protocol-version'] === version &&
    headers['mcp-method'] === method &&
    names(headers['mcp-name'], params.name ?? params.uri) &&
    (client === undefined || isClient(client)) &&
    isRecord(capabilities) &&
    CAPABILITIES.every((name) => capabilities[name] === undefined || isRecord(capabilities[name]))
  );
}

/** As it is or, since not every text can be in a header, in Base64. */
function names(header: unknown, name: unknown): boolean {
  if (header === name) return true;
  return typeof name === 'string' && header === `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

function isClient(client: unknown): boolean {
  return isRecord(client) && typeof client.name === 'string' && typeof client.version === 'string';
}

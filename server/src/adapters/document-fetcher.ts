import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { checkWebAddress, hostOf } from '../base/web-address.ts';
import type { DocumentFetcher, FetchedDocument } from '../ports/document-fetcher.ts';
import { oneAnswer } from './one-answer.ts';
import { readBody } from './site-reader/body.ts';
import { addressOf, askNameServers, type FindAddresses } from './site-reader/resolve-host.ts';

/** How documents are fetched; tests bring a name server and a certificate of their own. */
export interface DocumentFetcherOptions {
  /** Private host:port pairs that may be asked all the same. */
  allowed: readonly string[];
  find?: FindAddresses;
  ca?: string;
}

const TIMEOUT_MS = 2_500;
const LARGEST_HEADERS = 16 * 1024;
const PASSED_ON = ['content-type', 'cache-control', 'expires'] as const;

/** Fetches over https; the address is checked before anything is connected to, and is the one connected to. */
export function documentFetcher({ allowed, find = askNameServers, ca }: DocumentFetcherOptions): DocumentFetcher {
  return {
    async fetch(text, { mostBytes }) {
      const checked = checkWebAddress(text, allowed);
      if (!('url' in checked)) throw new Error(`the address ${checked.problem}`);
      const { url } = checked;
      if (url.protocol !== 'https:') throw new Error('the address must be https');
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const address = await addressOf(url, { allowed, find, signal });
      signal.throwIfAborted();
      return received(await ask(url, address, { signal, ...(ca !== undefined && { ca }) }), mostBytes);
    },
  };
}

function ask(url: URL, address: string, options: { signal: AbortSignal; ca?: string }): Promise<IncomingMessage> {
  const host = hostOf(url);
  const outgoing = request({
    ...options,
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    port: url.port === '' ? 443 : Number(url.port),
    path: `${url.pathname}${url.search}`,
    agent: false,
    maxHeaderSize: LARGEST_HEADERS,
    headers: { host: url.host, accept: 'application/json', 'user-agent': 'Sluice', connection: 'close' },
  });
  return oneAnswer(outgoing, options.signal);
}

async function received(answer: IncomingMessage, mostBytes: number): Promise<FetchedDocument> {
  try {
    const body = await readBody(answer, mostBytes);
    if (!body?.whole) throw new Error(`the document is larger than ${mostBytes} bytes or cannot be read`);
    const headers: Record<string, string> = {};
    for (const name of PASSED_ON) {
      const value = answer.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    return { status: answer.statusCode ?? 0, headers, body: body.bytes.toString() };
  } finally {
    answer.destroy();
  }
}

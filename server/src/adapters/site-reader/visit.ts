import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { checkWebAddress, hostOf, readAddress } from '../../base/web-address.ts';
import { SiteUnreadable } from '../../ports/site-reader.ts';
import { oneAnswer } from '../one-answer.ts';
import { ACCEPTED_ENCODINGS, readBody } from './body.ts';
import { addressOf, type FindAddresses } from './resolve-host.ts';

/** One page or file as it was sent, after redirects. */
export interface Visited {
  url: URL;
  status: number;
  contentType: string;
  contentLanguage: string | undefined;
  bytes: Buffer;
}

/** What every visit of one reader shares. */
export interface Visitor {
  /** Private host:port pairs that may be visited all the same. */
  allowed: readonly string[];
  find: FindAddresses;
  userAgent: string;
  /** For one visit with all its redirects. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** One visit; every address on the way to it is asked about before it is connected to. */
export interface Visit {
  url: URL;
  accept: string;
  mostBytes: number;
  mayVisit?: (url: URL) => Promise<void>;
}

const MOST_REDIRECTS = 5;
const LARGEST_HEADERS = 32 * 1024;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Visits an address and follows its redirects, each of them checked and connected to like the first. */
export async function visit({ url, accept, mostBytes, mayVisit }: Visit, visitor: Visitor): Promise<Visited> {
  const late = AbortSignal.timeout(visitor.timeoutMs);
  const signal = AbortSignal.any([visitor.signal, late]);
  try {
    let at = url;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      await mayVisit?.(at);
      const answer = await ask(at, accept, { ...visitor, signal });
      const location = REDIRECTS.includes(answer.statusCode ?? 0) ? answer.headers.location : undefined;
      if (location === undefined) return await received(at, answer, mostBytes);
      answer.destroy();
      at = redirected(at, location, visitor.allowed);
    }
    throw new SiteUnreadable('unreachable', `${hostOf(url)} redirects without an end.`);
  } catch (error) {
    visitor.signal.throwIfAborted();
    if (late.aborted) throw new SiteUnreadable('too_slow', `${hostOf(url)} took too long to answer.`);
    throw error instanceof SiteUnreadable ? error : unreachable(url, error);
  }
}

function redirected(from: URL, location: string, allowed: readonly string[]): URL {
  const target = readAddress(location, from);
  const checked = target ? checkWebAddress(target.href, allowed) : { problem: 'must be a web address' };
  if ('url' in checked) return checked.url;
  throw new SiteUnreadable('refused_address', `${hostOf(from)} redirects to an address that ${checked.problem}.`);
}

/**
 * Connects to the number that was checked, never to a name: whoever changes what the name stands for meanwhile gets no
 * connection. Each visit has a connection of its own, closed behind it.
 */
async function ask(url: URL, accept: string, visitor: Visitor): Promise<IncomingMessage> {
  const { signal } = visitor;
  const address = await addressOf(url, visitor);
  signal.throwIfAborted();
  const host = hostOf(url);
  const secure = url.protocol === 'https:';
  const request = (secure ? requestHttps : requestHttp)({
    host: address,
    ...(secure && isIP(host) === 0 && { servername: host }),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    agent: false,
    maxHeaderSize: LARGEST_HEADERS,
    signal,
    headers: {
      host: url.host,
      'user-agent': visitor.userAgent,
      accept,
      'accept-encoding': ACCEPTED_ENCODINGS,
      connection: 'close',
    },
  });
  return oneAnswer(request, signal);
}

async function received(url: URL, answer: IncomingMessage, mostBytes: number): Promise<Visited> {
  try {
    const body = await readBody(answer, mostBytes);
    if (!body)
      throw new SiteUnreadable('not_a_website', `${hostOf(url)} answers in an encoding that nobody asked for.`);
    return {
      url,
      status: answer.statusCode ?? 0,
      contentType: answer.headers['content-type'] ?? '',
      contentLanguage: answer.headers['content-language'],
      bytes: body.bytes,
    };
  } finally {
    answer.destroy();
  }
}

function unreachable(url: URL, cause: unknown): SiteUnreadable {
  const error = new SiteUnreadable('unreachable', `${hostOf(url)} could not be reached.`);
  error.cause = cause;
  return error;
}

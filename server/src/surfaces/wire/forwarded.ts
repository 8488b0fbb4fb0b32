import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const HEADER = 'x-forwarded-for';
/** Some proxies write the port behind the address, in quotes or brackets: `203.0.113.9:4711`, `"[2001:db8::1]:4711"`. */
const V6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
const V4_WITH_PORT = /^([\d.]+):\d+$/;

/**
 * Leaves nothing but addresses in what proxies say of where a request came from: a port that changes would be somebody
 * else each time. What is no address counts as the proxy's own.
 */
export function tidyForwarded({ headers, socket }: IncomingMessage): void {
  if (headers[HEADER] === undefined) return;
  const addresses = forwardedNames(headers).map((name) => addressIn(name) ?? socket.remoteAddress ?? '');
  headers[HEADER] = addresses.join(', ');
}

/** Whom each proxy named, the last one last. */
export function forwardedNames({ [HEADER]: named = '' }: IncomingHttpHeaders): string[] {
  return String(named)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function addressIn(name: string): string | undefined {
  const bare = name.replaceAll('"', '');
  const address = V6_IN_BRACKETS.exec(bare)?.[1] ?? V4_WITH_PORT.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : address;
}

import type { IncomingMessage } from 'node:http';
import { addressGroup } from '../../base/address-group.ts';

/** Who sent a request: whoever the proxies that are trusted say it came from, each naming the one before it. */
export function askingAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const named = trustedProxies > 0 ? namesIn(headers['x-forwarded-for']) : [];
  const last = Math.min(trustedProxies, named.length);
  return addressGroup((last > 0 ? named.at(-last) : socket.remoteAddress) ?? '');
}

function namesIn(header: string | string[] = ''): string[] {
  return String(header)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

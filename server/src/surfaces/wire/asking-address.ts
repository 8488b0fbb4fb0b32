import type { IncomingMessage } from 'node:http';
import { addressGroup } from '../../base/address-group.ts';
import { forwardedNames } from './forwarded.ts';

/** Who sent a request: whoever the proxies that are trusted say it came from, each naming the one before it. */
export function askingAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const named = trustedProxies > 0 ? forwardedNames(headers) : [];
  const last = Math.min(trustedProxies, named.length);
  return addressGroup((last > 0 ? named.at(-last) : socket.remoteAddress) ?? '');
}

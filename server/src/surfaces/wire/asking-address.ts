import type { IncomingMessage } from 'node:http';
import { addressGroup } from '../../base/address-group.ts';
import { forwardedNames } from './forwarded.ts';

/** Whom a request is counted for. */
export function askingAddress(request: IncomingMessage, trustedProxies: number): string {
  return addressGroup(senderOf(request, trustedProxies));
}

/** Who sent a request: whoever the proxies that are trusted say it came from, each naming the one before it. */
export function senderOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const named = trustedProxies > 0 ? forwardedNames(headers) : [];
  const last = Math.min(trustedProxies, named.length);
  return (last > 0 ? named.at(-last) : socket.remoteAddress) ?? '';
}

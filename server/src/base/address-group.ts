import { isIPv4, isIPv6 } from 'node:net';

const SEGMENTS = 8;
const LINE_SEGMENTS = 4;
const NETWORK_SEGMENTS = 3;
const MAPPED_IPV4 = /^0:0:0:0:0:ffff:/;

/**
 * Whom an address stands for wherever addresses are limited or counted: an IPv4 address for itself, an IPv6 address for
 * its /64, since whoever has one has all of them. IPv4 written as IPv6 is IPv4.
 */
export function addressGroup(ip: string): string {
  const { v4, segments } = partsOf(ip);
  return segments ? `${segments.slice(0, LINE_SEGMENTS).join(':')}::/64` : v4;
}

/**
 * Whose address it may be together with others that are as easily had: a /48 of IPv6, a /24 of IPv4. Strangers can be
 * in it too, so what is counted for it leaves room for several.
 */
export function networkOf(ip: string): string {
  const { v4, segments } = partsOf(ip);
  if (segments) return `${segments.slice(0, NETWORK_SEGMENTS).join(':')}::/48`;
  return isIPv4(v4) ? v4.replace(/\d+$/, '0/24') : v4;
}

/** Where something comes from: whom the address stands for, and the network around it. */
export interface Origin {
  origin: string;
  network: string;
}

/** Both of an address. */
export function originOf(ip: string): Origin {
  return { origin: addressGroup(ip), network: networkOf(ip) };
}

/** Whose turn something takes that anybody may ask for: networks take turns, and in each of them its addresses. */
export function placeOfAddress(ip: string): { holder: string; part: string } {
  return { holder: networkOf(ip), part: addressGroup(ip) };
}

/** An address as it is written down: IPv4 that arrived written as IPv6 is the same address. */
export function plainAddress(ip: string): string {
  return partsOf(ip).v4 ?? ip;
}

function partsOf(ip: string): { v4: string; segments?: never } | { v4?: never; segments: string[] } {
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return { v4: address };
  const segments = segmentsOf(address);
  return MAPPED_IPV4.test(segments.join(':')) ? { v4: dotted(segments.slice(-2)) } : { segments };
}

/** The eight numbers of an IPv6 address in their shortest writing. */
function segmentsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [first = [], last = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  return [...first, ...Array<string>(SEGMENTS - first.length - last.length).fill('0'), ...last];
}

function dotted(segments: string[]): string {
  return segments
    .map((segment) => Number.parseInt(segment, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

import { isIPv6 } from 'node:net';

const SEGMENTS = 8;
const NETWORK_SEGMENTS = 4;
const MAPPED_IPV4 = /^0:0:0:0:0:ffff:/;

/**
 * Whom an address stands for wherever addresses are limited or counted: an IPv4 address for itself, an IPv6 address for
 * its /64, since whoever has one has all of them. IPv4 written as IPv6 is IPv4.
 */
export function addressGroup(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return address;
  const segments = segmentsOf(address);
  if (MAPPED_IPV4.test(segments.join(':'))) return dotted(segments.slice(-2));
  return `${segments.slice(0, NETWORK_SEGMENTS).join(':')}::/64`;
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

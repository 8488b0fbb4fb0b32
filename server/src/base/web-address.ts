import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import { isPublicIp } from './public-ip.ts';

/** No page of people has a longer one. */
export const LONGEST_ADDRESS = 2_048;
/** A whole name with the dot that ends it, and a port. */
const LONGEST_AUTHORITY = 253 + '.:65535'.length;
/** What an address names before its path: parsers take any number of slashes, either way, and drop breaks between them. */
const AUTHORITY = /^(?:[^:/?#\\]*:|[\s\p{Cc}]*[/\\][\t\n\r]*[/\\])[/\\\t\n\r]*([^/?#\\]*)/u;
const STANDARD_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Blank and unseen characters, which URL parsers drop in silence. */
const BLANKS = /[\s\p{Cc}\p{Cf}]/u;
/** Names that no public site has. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** A web address that may be visited, or why not, in words for whoever sent it. */
export type CheckedAddress = { url: URL } | { problem: string };

/** Whether an address, or the host in it, is longer than one can be. */
export function isTooLong(address: string): boolean {
  return address.length > LONGEST_ADDRESS || (AUTHORITY.exec(address)?.[1]?.length ?? 0) > LONGEST_AUTHORITY;
}

/**
 * The address that somebody else wrote; null where it is none, or too long for one. How long a parser takes grows with the
 * square of the host's length.
 */
export function readAddress(text: string, from?: URL | string): URL | null {
  return isTooLong(text) ? null : URL.parse(text, from);
}

/**
 * Looks at an address before anything is asked about it. Only what is plainly wrong shows here: what a name stands for
 * is looked at when it is visited. `allowed` are host:port pairs that may be private.
 */
export function checkWebAddress(text: string, allowed: readonly string[]): CheckedAddress {
  if (text.length > LONGEST_ADDRESS) return { problem: `must have at most ${LONGEST_ADDRESS} characters` };
  const url = BLANKS.test(text) ? null : readAddress(text);
  if (!url || !/^https?:\/\/[^/]/i.test(text))
    return { problem: 'must be a web address such as https://www.example.com' };
  if (url.username !== '' || url.password !== '') return { problem: 'must carry no user name and no password' };
  url.hash = '';
  if (isAllowedPrivately(url, allowed)) return { url };
  if (url.port !== '') return { problem: 'must use the standard port of http or https' };
  return isPublicHost(url) ? { url } : { problem: 'must be a public address on the internet' };
}

/** The host as it is resolved: without brackets and without the dot that ends a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Whether the operator named this very host and port as one that may be private. */
export function isAllowedPrivately(url: URL, allowed: readonly string[]): boolean {
  const port = url.port === '' ? STANDARD_PORTS[url.protocol] : url.port;
  return allowed.includes(`${url.hostname}:${port}`);
}

/**
 * Whether two addresses belong to one owner: the same registrable domain by the public suffix list, those of hosting
 * companies included. Hosts that have none, such as numbers, must be the same to the port.
 */
export function isSameSite(one: URL, other: URL): boolean {
  if (one.host === other.host) return true;
  const domain = registrable(one);
  return domain !== null && domain === registrable(other) && one.port === other.port;
}

/** The domain that somebody registered; null for numbers, names of one word and public suffixes. */
function registrable(url: URL): string | null {
  return getDomain(hostOf(url), { allowPrivateDomains: true });
}

function isPublicHost(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) > 0) return isPublicIp(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}

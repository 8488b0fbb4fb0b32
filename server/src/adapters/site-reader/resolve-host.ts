import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicIp } from '../../base/public-ip.ts';
import { hostOf, isAllowedPrivately } from '../../base/web-address.ts';
import { SiteUnreadable } from '../../ports/site-reader.ts';

/** Finds the addresses of a name. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<string[]>;

const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;

/**
 * The one address that a host is visited at. A name with any address that is not public is refused altogether: it would
 * be somebody's choice which one a visit gets. What is returned here is what is connected to; nothing is resolved again.
 */
export async function addressOf(
  url: URL,
  { allowed, find, signal }: { allowed: readonly string[]; find: FindAddresses; signal: AbortSignal },
): Promise<string> {
  const host = hostOf(url);
  if (isAllowedPrivately(url, allowed)) return isIP(host) > 0 ? host : (await lookup(host)).address;
  const addresses = isIP(host) > 0 ? [host] : await find(host, signal);
  const [first] = addresses;
  if (first === undefined) throw new SiteUnreadable('unreachable', `The name ${host} was not found.`);
  if (!addresses.every(isPublicIp)) {
    throw new SiteUnreadable('refused_address', `${host} is not a public address on the internet.`);
  }
  return first;
}

/** Asks the name servers; IPv4 comes first, because not every machine reaches IPv6. */
export async function askNameServers(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

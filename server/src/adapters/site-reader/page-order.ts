import { isSameSite, readAddress } from '../../base/web-address.ts';
import type { SitePage } from '../../ports/site-reader.ts';

/** Files that are no pages. */
const NO_PAGE =
  /\.(pdf|jpe?g|png|gif|webp|avif|svg|ico|mp[34]|webm|zip|gz|rar|7z|exe|dmg|css|js|json|xml|rss|atom|txt|csv|docx?|xlsx?|pptx?|ics|vcf|woff2?)$/i;
/** Parameters that change nothing but who is counted. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref|sessionid|phpsessid)$/i;
/** Pages that sell nothing and say little: read last. */
const LATE =
  /(^|[/_-])(blog|news|aktuelles|presse|press|magazine?|author|tag|category|archive|page|privacy|datenschutz|imprint|impressum|legal|terms|agb|cookies?|careers?|jobs?|karriere|login|signin|sign-in|register|account|konto|cart|warenkorb|checkout|search|suche|wp-(admin|login|json)|feed|sitemap|unsubscribe|\d{4}\/\d{2})([/_.-]|$)/i;
const LATE_BY = 20;
const FROM = { navigation: 0, content: 1, sitemap: 2, footer: 3 };
const QUERY_COSTS = 3;
/** Of all addresses together: more than a site of people has, of which a few hundred are read at most. */
const MOST_CHARACTERS = 5_000_000;

/** The pages that are still to be read, the most telling first. */
export class PageOrder {
  readonly #start: URL;
  /** Pages that were found, and those of them that were read. */
  readonly #known = new Set<string>();
  readonly #read = new Set<string>();
  readonly #waiting = new Map<string, { address: string; cost: number }>();
  #left = MOST_CHARACTERS;

  constructor(start: URL) {
    this.#start = start;
    this.arrivedAt(start);
  }

  /** Takes the links of a page that was read; other languages' versions of it are not part of the same site's text. */
  addLinksOf(page: SitePage): void {
    const others = new Set(
      page.alternates
        .filter(({ language }) => !isSameLanguage(language, page.language))
        .map(({ address }) => keyOf(new URL(address))),
    );
    for (const { address, place } of page.links) {
      const url = new URL(address);
      url.hash = '';
      if (!others.has(keyOf(url))) this.#add(url, FROM[place]);
    }
  }

  /** Takes what a sitemap lists below the address that was asked for: one host may hold the sites of many. */
  addListed(addresses: readonly string[]): void {
    const folder = this.#start.pathname.replace(/[^/]*$/, '');
    for (const address of addresses) {
      const url = readAddress(address);
      if (url?.host === this.#start.host && url.pathname.startsWith(folder)) this.#add(url, FROM.sitemap);
    }
  }

  /** Notes where a page was found after redirects; false when it was read before. */
  arrivedAt(url: URL): boolean {
    const key = keyOf(url);
    const isNew = !this.#read.has(key);
    this.#waiting.delete(key);
    this.#known.add(key);
    this.#read.add(key);
    return isNew;
  }

  next(): URL | undefined {
    let best: { key: string; address: string; cost: number } | undefined;
    for (const [key, { address, cost }] of this.#waiting) if (!best || cost < best.cost) best = { key, address, cost };
    if (!best) return undefined;
    this.#waiting.delete(best.key);
    return new URL(best.address);
  }

  get left(): string[] {
    return [...this.#waiting.values()].map(({ address }) => address);
  }

  #add(url: URL, from: number): void {
    const key = keyOf(url);
    if (this.#known.has(key) || NO_PAGE.test(url.pathname) || !isSameSite(url, this.#start)) return;
    const characters = key.length + url.href.length;
    if (characters > this.#left) return;
    this.#left -= characters;
    this.#known.add(key);
    const depth = url.pathname.split('/').filter((part) => part !== '').length;
    const late = LATE.test(url.pathname) ? LATE_BY : 0;
    this.#waiting.set(key, { address: url.href, cost: from + depth + late + (url.search === '' ? 0 : QUERY_COSTS) });
  }
}

/** Two addresses of one page have one key. */
function keyOf(url: URL): string {
  const parameters = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`);
  const path = url.pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, '/').replace(/(?<=.)\/$/, '');
  return `${url.host.replace(/^www\./, '')}${path}?${parameters.sort().join('&')}`;
}

function isSameLanguage(one: string, other: string | null): boolean {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/, 1)[0];
  return other !== null && (one === 'x-default' || primary(one) === primary(other));
}

import { LONGEST_ADDRESS, readAddress } from '../../base/web-address.ts';
import type { SitePage } from '../../ports/site-reader.ts';
import { plain } from './plain-text.ts';

type Attributes = Readonly<Record<string, string>>;

const LONGEST_TITLE = 500;
const MOST_ALTERNATES = 100;
const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['description', 'og:description', 'twitter:description'];
const SITE_NAMES = ['og:site_name', 'application-name', 'apple-mobile-web-app-title'];
const LANGUAGES = ['content-language', 'og:locale'];
const KEPT = new Set([...TITLES, ...DESCRIPTIONS, ...SITE_NAMES, ...LANGUAGES]);

/** What a page says of itself: title, metadata, canonical address, other languages. */
export class PageHead {
  language: string | undefined;
  #base: URL;
  #title = '';
  #hasTitle = false;
  #canonical: URL | undefined;
  readonly #url: URL;
  readonly #metadata = new Map<string, string>();
  readonly #alternates: SitePage['alternates'] = [];

  constructor(url: URL) {
    this.#url = url;
    this.#base = url;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'html') this.language ??= attributes.lang || attributes['xml:lang'] || undefined;
    if (name === 'base') this.#base = readAddress(attributes.href ?? '', this.#url) ?? this.#base;
    if (name === 'meta') this.#meta(attributes);
    if (name === 'link') this.#link(attributes);
    if (name === 'body' || name === 'h1') this.#hasTitle ||= this.#title !== '';
  }

  text(element: string, piece: string): void {
    if (element === 'title' && !this.#hasTitle && this.#title.length < LONGEST_TITLE) this.#title += piece;
  }

  /** A link of the page as an address; undefined for anything but pages of the web. */
  resolve(href: string | undefined): URL | undefined {
    const url = href === undefined ? null : readAddress(href.trim(), this.#base);
    // Each is kept until the site was read.
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_ADDRESS) return undefined;
    url.hash = '';
    return url;
  }

  /** The same, with the part of this very page that a link leads to. */
  resolveLink(href: string | undefined): URL | undefined {
    const url = this.resolve(href);
    const part = href === undefined ? undefined : readAddress(href.trim(), this.#base)?.hash;
    if (url && part && url.pathname === this.#url.pathname && url.host === this.#url.host) url.hash = part;
    return url;
  }

  finished(): Pick<SitePage, 'address' | 'title' | 'description' | 'siteName' | 'alternates'> {
    const first = (names: readonly string[]) =>
      names.map((name) => this.#metadata.get(name)).find((text) => text) ?? null;
    this.language ??= first(LANGUAGES) ?? undefined;
    return {
      address: (this.#canonical ?? this.#url).href,
      title: plain(this.#title) || first(TITLES),
      description: first(DESCRIPTIONS),
      siteName: first(SITE_NAMES),
      alternates: this.#alternates,
    };
  }

  #meta(attributes: Attributes): void {
    const name = (attributes.name ?? attributes.property ?? attributes['http-equiv'])?.toLowerCase();
    if (!name || !KEPT.has(name) || this.#metadata.has(name)) return;
    if (attributes.content) this.#metadata.set(name, plain(attributes.content));
  }

  #link({ rel = '', href, hreflang }: Attributes): void {
    const kinds = rel.toLowerCase().split(/\s+/);
    const url = this.resolve(href);
    if (!url) return;
    // A canonical address elsewhere, or the home page for every page, is a mistake more often than not.
    if (kinds.includes('canonical') && url.host === this.#url.host && url.pathname !== '/') this.#canonical ??= url;
    if (kinds.includes('alternate') && hreflang && this.#alternates.length < MOST_ALTERNATES) {
      this.#alternates.push({ language: hreflang, address: url.href });
    }
  }
}

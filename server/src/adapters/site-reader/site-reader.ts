import { setTimeout as pause } from 'node:timers/promises';
import { checkWebAddress, hostOf, isSameSite } from '../../base/web-address.ts';
import { type Site, type SiteOrder, type SiteReader, SiteUnreadable } from '../../ports/site-reader.ts';
import { BoundedPages } from './bounded-site.ts';
import { PageOrder } from './page-order.ts';
import { readPage } from './read-page.ts';
import { askNameServers, type FindAddresses } from './resolve-host.ts';
import { NO_ROBOTS, parseRobots, ROBOTS_UNKNOWN, type Robots } from './robots.ts';
import { parseSitemap } from './sitemap.ts';
import { type Visited, type Visitor, visit } from './visit.ts';

/** Who visits, as sites see it in their logs and name it in their robots.txt. */
const AGENT = 'SluiceBot';
const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const HTML_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i;
const MIB = 1024 * 1024;
const LARGEST = { page: 10 * MIB, robots: MIB / 2, sitemap: 10 * MIB };
const MOST_SITEMAPS = 5;
const MOST_LEFT_OUT = 200;
/** Sites whose robots.txt is asked for and kept: pages may redirect to any number of them. */
const MOST_ORIGINS = 10;
/** Addresses that are tried for each page that is wanted: some are forbidden, gone or lead elsewhere. */
const TRIES_A_PAGE = 10;

/** How a reader behaves; the times are for tests, the rest is the operator's. */
export interface ReaderSettings {
  /** Private host:port pairs that may be visited all the same. */
  allowed: readonly string[];
  /** Where sites learn who visits them. */
  contact: string;
  find?: FindAddresses;
  pageTimeoutMs?: number;
  siteTimeoutMs?: number;
}

const PAGE_TIMEOUT_MS = 15_000;
const SITE_TIMEOUT_MS = 90_000;

/** Reads websites over the network: politely, within limits, and never from a private address. */
export function siteReader(settings: ReaderSettings): SiteReader {
  return { read: (order) => new SiteReading(settings, order).read() };
}

/** The reading of one site. */
class SiteReading {
  readonly #order: SiteOrder;
  readonly #visitor: Visitor;
  readonly #endsAt: number;
  readonly #robots = new Map<string, Promise<Robots>>();
  readonly #kept = new BoundedPages();
  readonly #leftOut: Site['leftOut'] = [];

  constructor({ allowed, contact, find = askNameServers, ...times }: ReaderSettings, order: SiteOrder) {
    this.#order = order;
    this.#endsAt = performance.now() + (times.siteTimeoutMs ?? SITE_TIMEOUT_MS);
    this.#visitor = {
      allowed,
      find,
      userAgent: `Mozilla/5.0 (compatible; ${AGENT}/1.0; +${contact})`,
      timeoutMs: times.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
      signal: order.signal,
    };
  }

  async read(): Promise<Site> {
    const checked = checkWebAddress(this.#order.address, this.#visitor.allowed);
    if ('problem' in checked) throw new SiteUnreadable('refused_address', `The address ${checked.problem}.`);
    const first = await this.#visitPage(checked.url);
    const start = first.url;
    if (!isSameSite(start, checked.url))
      throw new SiteUnreadable('elsewhere', `${checked.url.host} leads to another site, ${start.host}.`);
    const order = new PageOrder(start);
    await this.#take(first, order);
    await this.#addListed(start, order);
    await this.#readOthers(start, order);
    for (const address of order.left) this.#leaveOut(address, 'More pages were found than are read.');
    return { address: start.href, pages: this.#kept.pages, leftOut: this.#leftOut };
  }

  async #readOthers(start: URL, order: PageOrder): Promise<void> {
    const { delaySeconds } = await this.#robotsOf(start);
    for (let tries = this.#order.mostPages * TRIES_A_PAGE; tries > 0 && this.#goesOn(); tries -= 1) {
      const url = order.next();
      if (!url) return;
      if (delaySeconds > 0) await pause(delaySeconds * 1000, undefined, { signal: this.#order.signal });
      try {
        const visited = await this.#visitPage(url);
        if (!isSameSite(visited.url, start)) this.#leaveOut(url.href, 'It redirects to another site.');
        else if (order.arrivedAt(visited.url)) await this.#take(visited, order);
      } catch (error) {
        if (!(error instanceof SiteUnreadable)) throw error;
        this.#leaveOut(url.href, error.message);
      }
    }
  }

  #goesOn(): boolean {
    return this.#kept.pages.length < this.#order.mostPages && performance.now() < this.#endsAt;
  }

  async #take(visited: Visited, order: PageOrder): Promise<void> {
    const page = await readPage(visited);
    order.addLinksOf(page);
    this.#kept.add(page);
    this.#order.onPage?.(this.#kept.pages.length);
  }

  async #visitPage(url: URL): Promise<Visited> {
    const mayVisit = async (at: URL) => {
      if ((await this.#robotsOf(at)).mayRead(at)) return;
      throw new SiteUnreadable('forbidden', `The robots.txt of ${hostOf(at)} asks not to read this page.`);
    };
    const visited = await visit({ url, accept: HTML, mostBytes: LARGEST.page, mayVisit }, this.#visitor);
    const { status, contentType } = visited;
    if (status === 401 || status === 403)
      throw new SiteUnreadable('forbidden', `${hostOf(url)} does not let us in (${status}).`);
    if (status < 200 || status > 299)
      throw new SiteUnreadable('unreachable', `${hostOf(url)} answered with ${status}.`);
    if (contentType !== '' && !HTML_TYPES.test(contentType))
      throw new SiteUnreadable('not_a_website', `${hostOf(url)} answered with something other than a page.`);
    return visited;
  }

  #robotsOf(url: URL): Promise<Robots> {
    const known = this.#robots.get(url.origin);
    if (known) return known;
    if (this.#robots.size >= MOST_ORIGINS) return Promise.resolve(ROBOTS_UNKNOWN);
    const asked = this.#askRobots(url);
    this.#robots.set(url.origin, asked);
    return asked;
  }

  async #askRobots(url: URL): Promise<Robots> {
    const robots = { url: new URL('/robots.txt', url), accept: 'text/plain', mostBytes: LARGEST.robots };
    const { status, bytes } = await visit(robots, this.#visitor);
    if (status >= 500) return ROBOTS_UNKNOWN;
    return status >= 200 && status < 300 ? parseRobots(bytes.toString('utf8'), AGENT) : NO_ROBOTS;
  }

  /** Adds the pages that the sitemaps of the site list; a sitemap that cannot be read lists none. */
  async #addListed(start: URL, order: PageOrder): Promise<void> {
    const named = (await this.#robotsOf(start)).sitemaps;
    const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', start).href];
    for (let read = 0; read < MOST_SITEMAPS && performance.now() < this.#endsAt; read += 1) {
      const address = waiting.shift();
      if (address === undefined) return;
      const found = await this.#sitemap(address, start);
      order.addListed(found?.pages ?? []);
      waiting.push(...(found?.sitemaps ?? []));
    }
  }

  async #sitemap(address: string, start: URL) {
    const checked = checkWebAddress(address, this.#visitor.allowed);
    if ('problem' in checked || !isSameSite(checked.url, start)) return undefined;
    try {
      const sitemap = { url: checked.url, accept: 'application/xml,text/xml', mostBytes: LARGEST.sitemap };
      const visited = await visit(sitemap, this.#visitor);
      return visited.status === 200 ? await parseSitemap(visited) : undefined;
    } catch (error) {
      if (error instanceof SiteUnreadable) return undefined;
      throw error;
    }
  }

  #leaveOut(address: string, reason: string): void {
    if (this.#leftOut.length < MOST_LEFT_OUT) this.#leftOut.push({ address, reason });
  }
}

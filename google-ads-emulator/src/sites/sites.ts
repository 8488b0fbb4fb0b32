import type { Call } from '../http/call.ts';
import { html, type Reply } from '../http/reply.ts';
import { ACME_PLUMBING } from './acme-plumbing.ts';
import { GLOBEX_CLINIC } from './globex-clinic.ts';
import { HOOLI_BAKERY } from './hooli-bakery.ts';
import { notFoundPage, pagesOf } from './pages.ts';
import type { Site } from './site.ts';
import { styleOf } from './style.ts';

/** Serves the websites of the demo businesses under `/sites/`, each with robots.txt and a sitemap. */
export function siteReply(call: Call): Reply | undefined {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  const origin = `http://${call.header('host')}`;
  if (call.path === '/robots.txt') return text('text/plain', robots(SITES.map((site) => `${origin}${rootOf(site)}`)));
  const [, slug = '', rest] = /^\/sites\/([^/]+)(\/.*)?$/.exec(call.path) ?? [];
  const site = SITES.find((known) => known.slug === slug);
  if (!site) return undefined;
  if (rest === undefined) return { type: 'redirect', location: rootOf(site) };
  return pageReply(site, origin, rest);
}

function pageReply(site: Site, origin: string, path: string): Reply {
  const root = `${origin}${rootOf(site)}`;
  if (path === '/robots.txt') return text('text/plain', robots([root]));
  if (path === '/style.css') return text('text/css', styleOf(site.accent));
  const pages = pagesOf(site, root);
  if (path === '/sitemap.xml') return text('application/xml', sitemap(root, [...pages.keys()]));
  const page = pages.get(path.slice(1).replace(/\/$/, ''));
  return page ? html(200, page()) : html(404, notFoundPage(site, root));
}

function sitemap(root: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${root}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>`;
}

function robots(roots: readonly string[]): string {
  return ['User-agent: *', 'Allow: /', ...roots.map((root) => `Sitemap: ${root}sitemap.xml`), ''].join('\n');
}

function rootOf(site: Site): string {
  return `/sites/${site.slug}/`;
}

function text(type: string, body: string): Reply {
  return { type: 'text', status: 200, body, contentType: `${type}; charset=utf-8` };
}

const SITES: readonly Site[] = [ACME_PLUMBING, GLOBEX_CLINIC, HOOLI_BAKERY];

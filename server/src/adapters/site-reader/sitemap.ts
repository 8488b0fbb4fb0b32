import { LONGEST_ADDRESS } from '../../base/web-address.ts';
import { gunzipped } from './body.ts';
import { feed } from './feed.ts';
import { plain } from './plain-text.ts';
import type { Visited } from './visit.ts';

const LARGEST_SITEMAP_BYTES = 10 * 1024 * 1024;
const MOST_ADDRESSES = 5_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** What a sitemap lists: pages, or further sitemaps. */
export interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

/** Reads a sitemap, packed or not, in XML or as plain lines; one that cannot be read lists nothing. */
export async function parseSitemap({ bytes, contentType }: Visited): Promise<Sitemap> {
  const text = await textOf(bytes);
  if (contentType.startsWith('text/plain')) return { pages: text.split(/\s+/, MOST_ADDRESSES), sitemaps: [] };
  const found: Sitemap = { pages: [], sitemaps: [] };
  let within: 'pages' | 'sitemaps' | undefined;
  let location: string | undefined;
  await feed(
    text,
    {
      onopentag(name) {
        if (name === 'url') within = 'pages';
        if (name === 'sitemap') within = 'sitemaps';
        if (name === 'loc') location = '';
      },
      ontext(piece) {
        if (location !== undefined && location.length <= LONGEST_ADDRESS) location += piece;
      },
      onclosetag(name) {
        if (name !== 'loc' || location === undefined) return;
        const isAddress = location.length <= LONGEST_ADDRESS;
        if (within && isAddress && found[within].length < MOST_ADDRESSES) found[within].push(plain(location));
        location = undefined;
      },
    },
    { xmlMode: true, recognizeCDATA: true },
  );
  // What is part of a text would keep all of it.
  return structuredClone(found);
}

async function textOf(bytes: Buffer): Promise<string> {
  if (!GZIP_MAGIC.every((byte, index) => bytes[index] === byte)) return bytes.toString('utf8');
  const body = await gunzipped(bytes, LARGEST_SITEMAP_BYTES).catch(() => undefined);
  return body?.bytes.toString('utf8') ?? '';
}

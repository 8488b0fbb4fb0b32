import type { SitePage } from '../ports/site-reader.ts';
import type { Casing } from './casing.ts';
import { cleanText, isForPrograms } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { ownBusinesses } from './own-business.ts';

const TITLE_PARTS = /\s+[|–—·•»:-]\s+|\s*[|｜]\s*/;
const LONGEST_BRAND = 40;
const MOST_WORDS = 6;
const SIGNATURE = /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[–-]\s*\d{4})?)?,?\s*(?:by\s+)?(\p{Lu}[^|·]{1,40})/iu;

/** What the business calls itself: to machines, in its metadata, in the part that its titles share, or in its address. */
export function brandOf(pages: readonly SitePage[], homeAddress: string, casing: Casing): SourcedText {
  const candidates = [
    ...namesToMachines(pages),
    ...namesInMetadata(pages),
    ...sharedTitleParts(pages),
    ...signatures(pages),
    ...headingsSaidElsewhere(pages, homeAddress),
  ];
  const found = candidates.find(({ text }) => text !== '' && text.length <= LONGEST_BRAND && !isForPrograms(text));
  return found ?? { text: hostName(homeAddress, casing), sources: [{ address: homeAddress, words: homeAddress }] };
}

/** The parts of a page's title, which carry its subject and the business's name in either order. */
export function titleParts(title: string): string[] {
  return title
    .split(TITLE_PARTS)
    .map((part) => part.trim())
    .filter(Boolean);
}

function namesToMachines(pages: readonly SitePage[]): SourcedText[] {
  return pages.flatMap((page) =>
    ownBusinesses(page)
      .filter(({ properties: { address, telephone, logo, url } }) => address || telephone || logo || url)
      .flatMap(({ properties }) => properties.name ?? [])
      .flatMap((name) => (typeof name === 'string' ? [named(name, page.address)] : [])),
  );
}

function namesInMetadata(pages: readonly SitePage[]): SourcedText[] {
  return pages.flatMap(({ siteName, address }) => (siteName ? [named(siteName, address)] : []));
}

function sharedTitleParts(pages: readonly SitePage[]): SourcedText[] {
  const counts = new Map<string, { count: number; address: string }>();
  for (const { title, address } of pages) {
    for (const part of new Set(titleParts(cleanText(title ?? '')))) {
      counts.set(part, { count: (counts.get(part)?.count ?? 0) + 1, address });
    }
  }
  const parts = [...counts].filter(([part, { count }]) => count > 1 && part.split(' ').length <= MOST_WORDS);
  return parts.sort((a, b) => b[1].count - a[1].count).map(([part, { address }]) => named(part, address));
}

/** “© 2023 Muddy Paws”. */
function signatures(pages: readonly SitePage[]): SourcedText[] {
  return pages.flatMap(({ footer, address }) =>
    footer.flatMap((line) => {
      const name = SIGNATURE.exec(line)?.[1]?.replace(/[.,]?\s*(?:all rights.*)?$/i, '');
      return name ? [named(name, address)] : [];
    }),
  );
}

/** A home page's heading is its name where other texts of the site use it as one. */
function headingsSaidElsewhere(pages: readonly SitePage[], homeAddress: string): SourcedText[] {
  const home = pages.find(({ address }) => address === homeAddress) ?? pages[0];
  const heading = cleanText(home?.blocks.find(({ level }) => level === 1)?.text ?? '');
  const isName =
    heading !== '' &&
    heading.split(' ').length <= MOST_WORDS &&
    heading.split(' ').every((word) => /^[\p{Lu}\p{N}&]/u.test(word));
  const texts = pages.flatMap(({ blocks, footer }) => [
    ...blocks.filter(({ level }) => level !== 1).map(({ text }) => text),
    ...footer,
  ]);
  return isName && home && texts.some((text) => text.includes(heading)) ? [named(heading, home.address)] : [];
}

function named(name: string, address: string): SourcedText {
  const text = cleanText(name);
  return { text, sources: [{ address, words: text }] };
}

function hostName(address: string, casing: Casing): string {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
  const label = /^[\d.]+$|^\[/.test(host) ? '' : (host.split('.')[0] ?? '');
  const words = label.split('-').map((word) => casing.wordAsWritten(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

import type { SitePage } from '../ports/site-reader.ts';
import {
  type Candidate,
  carriersOf,
  distinctTexts,
  homeTitles,
  mostCarried,
  type Witnesses,
} from './brand-witnesses.ts';
import type { Casing } from './casing.ts';
import { cleanText, isForPrograms } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { isBusiness, placeOf } from './own-business.ts';
import { kindOf } from './page-kinds.ts';
import { isDefaultName } from './same-name.ts';
import { textOfItem } from './structured.ts';

const TITLE_PARTS = /\s+[|–—·•»:-]\s+|\s*[|｜]\s*/;
const LONGEST_BRAND = 40;
const MOST_WORDS = 6;
const SIGNATURE = /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[–-]\s*\d{4})?)?,?\s*(?:by\s+)?(\p{Lu}[^|·]{1,40})/iu;

/** What an item of the site's own home page weighs: more than one other place that carries another name. */
const AT_HOME = 2;
/** A page that describes more businesses lists others. */
const MOST_BUSINESSES = 20;
const PAGES_ON_ITSELF = ['home', 'about', 'contact'];

/**
 * What the business calls itself: to machines, in its metadata, in the part that its titles share, or in its address.
 * Where these contradict each other, it is the name that most of them carry.
 */
export function brandOf(pages: readonly SitePage[], homeAddress: string, casing: Casing): SourcedText {
  const host = URL.canParse(homeAddress) ? new URL(homeAddress).hostname.replace(/^www\./, '') : '';
  const [siteNames, shared, signed] = [namesInMetadata(pages, host), sharedTitleParts(pages), signatures(pages)];
  const witnesses = {
    siteNames: distinctTexts(siteNames.map(({ text }) => text)),
    titles: distinctTexts([...homeTitles(pages, homeAddress), ...shared.map(({ text }) => text)]),
    signatures: distinctTexts(signed.map(({ text }) => text)),
    host,
  };
  const candidates = [
    ...namesToMachines(pages, homeAddress, witnesses),
    ...siteNames,
    // A title is no witness for itself: titles share towns and trades, too.
    ...shared.map((part) => ({ ...part, weight: -1 })),
    ...signed,
    ...headingsSaidElsewhere(pages, homeAddress),
  ].filter(({ text }) => isName(text));
  const found = mostCarried(candidates, witnesses);
  if (found) return { text: found.text, sources: found.sources };
  return { text: hostName(host, casing), sources: [{ address: homeAddress, words: homeAddress }] };
}

function isName(text: string): boolean {
  return text !== '' && text.length <= LONGEST_BRAND && !isForPrograms(text) && !isDefaultName(text);
}

/** The parts of a page's title, which carry its subject and the business's name in either order. */
export function titleParts(title: string): string[] {
  return title
    .split(TITLE_PARTS)
    .map((part) => part.trim())
    .filter(Boolean);
}

function namesToMachines(pages: readonly SitePage[], homeAddress: string, witnesses: Witnesses): Candidate[] {
  return pages.flatMap((page) => {
    const isOnItself = PAGES_ON_ITSELF.includes(kindOf(page, homeAddress));
    return page.structured
      .filter(isBusiness)
      .filter(({ properties: { address, telephone, logo, url } }) => address || telephone || logo || url)
      .slice(0, MOST_BUSINESSES)
      .flatMap((item) => {
        const [name, place] = [named(textOfItem(item, 'name'), page.address), placeOf(item, page, homeAddress)];
        if (place === 'home') return [{ ...name, weight: AT_HOME }];
        const isCarried = place !== 'elsewhere' && isName(name.text) && carriersOf(name.text, witnesses) > 0;
        return isCarried || (place === 'untold' && isOnItself) ? [name] : [];
      });
  });
}

function namesInMetadata(pages: readonly SitePage[], host: string): Candidate[] {
  return pages
    .flatMap(({ siteName, address }) => (siteName ? [named(siteName, address)] : []))
    .filter(({ text }) => !isDefaultName(text) && text.toLowerCase().replace(/^www\./, '') !== host);
}

function sharedTitleParts(pages: readonly SitePage[]): Candidate[] {
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
function signatures(pages: readonly SitePage[]): Candidate[] {
  return pages.flatMap(({ footer, address }) =>
    footer.flatMap((line) => {
      const name = SIGNATURE.exec(line)?.[1]?.replace(/[.,]?\s*(?:all rights.*)?$/i, '');
      return name ? [named(name, address)] : [];
    }),
  );
}

/** A home page's heading is its name where other texts of the site use it as one. */
function headingsSaidElsewhere(pages: readonly SitePage[], homeAddress: string): Candidate[] {
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

function named(name: string, address: string): Candidate {
  const text = cleanText(name).replace(/[\s*]+$/, '');
  return { text, sources: [{ address, words: text }], weight: 0 };
}

function hostName(host: string, casing: Casing): string {
  const label = /^[\d.]+$|^\[/.test(host) ? '' : (host.split('.')[0] ?? '');
  const words = label.split('-').map((word) => casing.wordAsWritten(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

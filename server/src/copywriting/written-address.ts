import { foldedText } from '../detection/words.ts';
import { cleanText, isForPrograms } from './clean-text.ts';
import type { Source } from './composed-campaign.ts';
import { isCountryName } from './countries.ts';
import { segmentsOf } from './page-kinds.ts';
import type { ReadPage } from './reading.ts';
import { stateOf } from './us-states.ts';

/** What a site writes of where its business is. */
export interface AddressTold {
  address: WrittenAddress | undefined;
  /** Whether it gives addresses of which none is understood, or not which is its own. */
  isUnplaced: boolean;
}

export interface WrittenAddress {
  town: string;
  /** The state of the United States that stands before its postcode, else empty. */
  state: string;
  /** The line that names the town. */
  source: Source;
  /** Town and postcode: by these two addresses are told apart. */
  key: string;
}

/** Lines that stand together on a page. */
interface Part {
  page: string;
  text: string;
}

/** Words before a number that make it one to call or to write to. */
export const CONTACT = String.raw`(?:T[eé]l|T[eé]l[eé](?:f|ph)one?o?|Phone|Fon|Fax|Mobile?|E-?Mail)(?!\p{L})`;
/** A telephone number or an address for mail. */
const REACHED = new RegExp(String.raw`(?<!\p{L})${CONTACT}|\S@\S|\d{2,4}[)\s./-]{1,2}\d{3,}[\s./-]?\d{2,}`, 'u');

/** What sets the parts of an address apart, on one line or by ending it. */
const BEFORE = String.raw`[,\n·|•] ?`;
const WORD = String.raw`(?:\p{Ll}['’])?\p{Lu}[\p{L}.'’-]*`;
const TOWN_BEFORE = `(${WORD}(?: (?:(?:of|de|del|la|las|los|on|upon|the) )?${WORD}){0,2})`;
const TOWN_WORD = String.raw`(?!${CONTACT})\p{Lu}[\p{L}'’-]+`;
const TOWN_BEHIND =
  `(${TOWN_WORD}(?: (?:(?:am|an der|im|in der|de|del|de la|la|sur) )?${TOWN_WORD}){0,2})` +
  // It ends there, so that whatever else is counted is no address.
  String.raw`(?= *(?:$|[\n,.;·|•()/])|\s+(?:[-–—]\s|[+(\d]|\S+@|www\.|${CONTACT}))`;
/** A number after these counts things or registers them: it is no postcode. */
const ABOUT =
  'über|mehr als|rund|etwa|circa|ca\\.?|fast|bis zu|over|more than|about|around|nearly|almost|up to|plus de|environ|près de|más de|unos|cerca de|hasta|HR[AB]|Nr\\.?|No\\.?|capital de';
const ZIP_CODE = String.raw`[A-Z]{2} \d{5}(?!\d)`;
const ENDS_IN_ZIP_CODE = /([A-Z]{2}) \d{5}$/;
const UK_POSTCODE = String.raw`[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}(?![\p{L}\d])`;
const UK_COUNTRY = '(?:England|Scotland|Wales|Northern Ireland|United Kingdom|Great Britain|UK|GB)';
const PREFECTURE = String.raw`(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)`;

/** Addresses as they are written; the town stands in the first group, all of it between two marks or lines. */
const ADDRESSES = [
  `${BEFORE}${TOWN_BEFORE},?[ \\n]${ZIP_CODE}`,
  String.raw`(?:〒 ?\d{3}-\d{4} ?${PREFECTURE}?|${PREFECTURE})(\p{Script=Han}{1,5}?[市区])(?=[^\n、。]{0,30}\d)`,
].map(everywhere);
/** The same in the United Kingdom, whose countries may stand between the town and its postcode. */
const UK_ADDRESSES = [`${BEFORE}${TOWN_BEFORE},?(?:[ \\n]${UK_COUNTRY},?){0,2}[ \\n]${UK_POSTCODE}`].map(everywhere);
/** The same where it stands behind its postcode and may be followed by its country. */
const POSTCODE_FIRST = [
  String.raw`(?<!(?<!\p{L})(?i:${ABOUT}) )(?<![A-Z]{2} )\b(?:\d{5}|\d{4} ?[A-Z]{2}) +${TOWN_BEHIND}`,
  // Four digits may be a year: they are a postcode behind a street and its number.
  String.raw`(?:^|${BEFORE})\p{L}[\p{L}.'’ -]{2,40} \d{1,3} ?[a-zA-Z]?[,\n] ?(?:[A-Z]{1,2}-)?(?!19\d\d|20[0-3]\d)\d{4} +(?![A-Z]{2} )${TOWN_BEHIND}`,
].map(everywhere);

const ENDS_IN_UK_COUNTRY = new RegExp(`(?:^| )${UK_COUNTRY}$`, 'u');

function everywhere(pattern: string): RegExp {
  return new RegExp(pattern, 'dgu');
}

const STREET =
  '(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Ct|Court|Sq|Square|Pl|Place|Pkwy|Parkway|Hwy|Highway)';
const ENDS_IN_STREET = new RegExp(String.raw`(?<!\p{L})${STREET}\.?$`, 'u');
/** Before the seat of a company, where nobody need be. */
const SEAT = /registered (?:office|address)|si[eè]ge social|sitz der gesellschaft|domicilio social/iu;
const LONGEST_SEAT = 200;
/** Beside whoever made the site. */
const MAKER = /(?<!\p{L})(?:site by|website by|designed by|design by|web ?design)(?!\p{L})/iu;
/** What only an address has: a postcode of its own form, or a street with a number. */
const SIGNS = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(?:${ZIP_CODE}|${UK_POSTCODE}|[A-Z]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\d])|\d{4} ?[A-Z]{2} \p{Lu}\p{Ll})`,
    String.raw`(?<![\p{L}\d])\d{1,5}[A-Za-z]?,?(?: [\p{L}\d.'’-]{1,30}){1,4} ${STREET}(?![\p{L}])`,
    String.raw`(?i:stra(?:ß|ss)e|str\.|gasse|platz|weg|allee|straat|laan|plein|gracht|vej|gade|veien|gata|gatan|vägen) \d`,
    String.raw`(?<!\d)\d{1,4}(?: bis| ter)?,? (?i:rue|avenue|boulevard|place|chemin|quai|route|impasse|cours|allée) \p{L}`,
    String.raw`(?<!\p{L})(?i:calle|c/|avda\.?|avenida|plaza|paseo|rua|praça|via|viale|piazza|corso|carrer) ?[^,\n\d]{2,40},? \d`,
    '〒|丁目|番地',
  ].join('|'),
  'u',
);

/**
 * The address that a site gives as its own: in its footers, else on its contact pages, else in elements for addresses and
 * beside a telephone, else the only one anywhere. Where those of one kind, or of the first two, differ nobody knows which
 * it is: a house that is for sale has an address, too.
 */
export function writtenAddress(all: readonly PageLines[]): AddressTold {
  const pages = all.map(ofBusiness);
  const contact = pages.filter(({ isForContact }) => isForContact);
  const others = pages.filter(({ isForContact }) => !isForContact).flatMap(blockParts);
  const atHome = [pages.map(footerPart), contact.map(wholePart)];
  if (townsIn(atHome.flat()).size > 1) return { address: undefined, isUnplaced: true };
  const own = [...atHome, others.filter(({ isOwn }) => isOwn)];
  for (const parts of own) {
    const found = parts.flatMap(addressesIn);
    const { size } = townsIn(parts);
    if (found.length > 0) return { address: size === 1 ? found[0] : undefined, isUnplaced: size > 1 };
  }
  if ([...own.flat(), ...all.map(footerPart)].some(hasSigns)) return { address: undefined, isUnplaced: true };
  const found = others.flatMap(addressesIn);
  const isOnly = new Set(found.map(({ key }) => key)).size === 1 && others.every(isRead);
  return { address: isOnly ? found[0] : undefined, isUnplaced: !isOnly && others.some(hasSigns) };
}

function townsIn(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap(addressesIn).map(({ town }) => foldedText(town)));
}

/** A page without addresses that are said to be of something else. */
function ofBusiness(page: PageLines): PageLines {
  const blocks = page.blocks.map((block) => ({ ...block, lines: withoutOthers(block.lines) }));
  return { ...page, footer: withoutOthers(page.footer), blocks };
}

/** Lines without those of a seat, which may run on until its town, and of whoever made the site. */
function withoutOthers(lines: readonly string[]): string[] {
  let seat: string | undefined;
  return lines.filter((line) => {
    if (MAKER.test(line)) return false;
    if (seat === undefined && !SEAT.test(line)) return true;
    seat = `${seat ?? ''}\n${line}`.slice(-LONGEST_SEAT);
    if (addressesIn({ page: '', text: seat }).length > 0) seat = undefined;
    return false;
  });
}

/** A page line by line, as it is laid out. */
export interface PageLines {
  address: string;
  isForContact: boolean;
  /** What it says of copyright among them: that may hold an address. */
  footer: string[];
  /** Of the blocks in which it speaks for its business. */
  blocks: { lines: string[]; isAddress: boolean }[];
}

const IMPRINT = /^(?:imprint|impressum|legal-notice|mentions-legales|aviso-legal)$/;

/** Reads the lines of a page. */
export function pageLines({ page, address, kind, blocks }: ReadPage): PageLines {
  const own = new Set(blocks.map(({ text }) => text));
  return {
    address,
    isForContact: kind === 'contact' || IMPRINT.test(segmentsOf(address).at(-1) ?? ''),
    footer: page.footer.flatMap(linesOf),
    blocks: page.blocks
      .filter(({ text }) => own.has(cleanText(text)))
      .map(({ text, isAddress = false }) => ({ lines: linesOf(text), isAddress })),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(cleanText)
    .filter((line) => line !== '' && !isForPrograms(line));
}

function footerPart({ address, footer }: PageLines): Part {
  return { page: address, text: footer.join('\n') };
}

function wholePart({ address, blocks }: PageLines): Part {
  return { page: address, text: blocks.flatMap(({ lines }) => lines).join('\n') };
}

/** Each block of a page by itself, those of one element for an address together. */
function blockParts({ address, blocks }: PageLines): (Part & { isOwn: boolean })[] {
  const parts: (Part & { isOwn: boolean; isAddress: boolean })[] = [];
  for (const { lines, isAddress } of blocks) {
    const text = lines.join('\n');
    const last = parts.at(-1);
    if (isAddress && last?.isAddress) last.text += `\n${text}`;
    else parts.push({ page: address, text, isAddress, isOwn: isAddress || REACHED.test(text) });
  }
  return parts;
}

function hasSigns({ text }: Part): boolean {
  return SIGNS.test(text) || addressesIn({ page: '', text }).length > 0;
}

function isRead(part: Part): boolean {
  return !hasSigns(part) || addressesIn(part).length > 0;
}

function addressesIn({ page, text }: Part): WrittenAddress[] {
  const found = (patterns: readonly RegExp[], townOf: (words: string) => string) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ 0: whole, 1: words = '', index, indices }) => {
        const at = indices?.[1]?.[0] ?? index;
        const [start, end] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)];
        const line = text.slice(start, end < 0 ? undefined : end);
        const state = stateOf(ENDS_IN_ZIP_CODE.exec(whole)?.[1] ?? '');
        return { town: townOf(words), state, source: { address: page, words: line }, key: foldedText(whole) };
      }),
    );
  return [
    ...found(ADDRESSES, (words) => words),
    // Where a country alone is left, its town is not understood.
    ...found(UK_ADDRESSES, (words) => words.replace(ENDS_IN_UK_COUNTRY, '')),
    ...found(POSTCODE_FIRST, withoutCountry),
  ].filter(({ town }) => town !== '' && !ENDS_IN_STREET.test(town));
}

/** A town as it stands before its country: “Valencia Spain” is Valencia. */
function withoutCountry(town: string): string {
  const words = town.split(' ');
  const end = words.findIndex((_, at) => at > 0 && isCountryName(words.slice(at).join(' ')));
  return end < 0 ? town : words.slice(0, end).join(' ');
}

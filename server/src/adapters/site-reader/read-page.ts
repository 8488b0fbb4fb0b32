import type { CellPlace, PageLink, SitePage, TextBlock } from '../../ports/site-reader.ts';
import { decoderOf } from './charset.ts';
import { isButton, type Own, type Place, placeOf } from './element-place.ts';
import { feed } from './feed.ts';
import { languageOf } from './language.ts';
import { Microdata, type OpenMicrodata } from './microdata.ts';
import { PageHead } from './page-head.ts';
import { PageItself } from './page-itself.ts';
import { plain } from './plain-text.ts';
import { type Shift, shifted, shiftOf } from './shifted-text.ts';
import { LONGEST_SCRIPTS, StructuredItems } from './structured-data.ts';
import { TableCells } from './table-cells.ts';
import type { Visited } from './visit.ts';

const MOST_BLOCKS = 1_500;
/** Of a block, a link or a button while it is gathered, white space included: a page may go on in one without an end. */
const LONGEST_TEXT = 3_000;
const MOST_LINKS = 1_000;
const MOST_ACTIONS = 60;
const LONGEST_ACTION = 60;
const MOST_FOOTER_LINES = 100;

/** Elements that end what stood before them, with the kind of block that their text is. */
const KINDS: Readonly<Record<string, TextBlock['kind']>> = {
  ...Object.fromEntries(
    'p div section article main aside header footer nav form fieldset address figure figcaption pre ul ol dl table tbody thead tr hr body center details'
      .split(' ')
      .map((name) => [name, 'paragraph' as const]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'].map((name) => [name, 'heading' as const])),
  ...Object.fromEntries(['li', 'dt', 'dd'].map((name) => [name, 'item' as const])),
  td: 'cell',
  th: 'cell',
  blockquote: 'quote',
};
/** By name, since a page may name its elements like the members that every object has. */
const BLOCKS = new Map(Object.entries(KINDS));
const SUMMARY_LEVEL = 4;

/** Reads one page of HTML as a person would, whatever state its markup is in. */
export async function readPage(visited: Visited): Promise<SitePage> {
  const html = decoderOf(visited.bytes, visited.contentType).decode(visited.bytes);
  const itself = new PageItself(new Set());
  const first = await readOnce(html, visited.url, itself);
  const reading = itself.found.size === 0 ? first : await readOnce(html, visited.url, new PageItself(itself.found));
  return reading.finished(visited.contentLanguage);
}

async function readOnce(html: string, url: URL, itself: PageItself): Promise<PageReading> {
  const reading = new PageReading(url, itself);
  await feed(html, {
    onopentag: (name, attributes) => reading.open(name, shortened(attributes)),
    ontext: (text) => reading.text(text),
    onclosetag: () => reading.close(),
  });
  return reading;
}

/** No page of people says more in one attribute. */
const LONGEST_ATTRIBUTE = 8_000;

function shortened(attributes: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(attributes)) {
    if (value.length > LONGEST_ATTRIBUTE) attributes[name] = value.slice(0, LONGEST_ATTRIBUTE);
  }
  return attributes;
}

interface Frame {
  name: string;
  place: Place;
  kind: TextBlock['kind'];
  level: number;
  cell: CellPlace | undefined;
  isAddress: boolean;
  microdata: OpenMicrodata | undefined;
  link: Omit<PageLink, 'text'> | undefined;
  isButton: boolean;
  shift: Shift;
  own: Own;
  visitors: number | undefined;
}

const OUTSIDE: Frame = {
  name: '',
  place: 'content',
  kind: 'paragraph',
  level: 0,
  cell: undefined,
  isAddress: false,
  microdata: undefined,
  link: undefined,
  isButton: false,
  shift: undefined,
  own: undefined,
  visitors: undefined,
};

const DIGIT = /\d/;
/** Where a page itself ends a line; in its markup these are but white space. */
const LINE_END = '\n';

class PageReading {
  readonly #head: PageHead;
  readonly #itself: PageItself;
  readonly #structured = new StructuredItems();
  readonly #microdata = new Microdata(this.#structured);
  readonly #tables = new TableCells();
  readonly #frames: Frame[] = [];
  readonly #blocks: TextBlock[] = [];
  readonly #actions = new Set<string>();
  readonly #links: PageLink[] = [];
  readonly #footer: string[] = [];
  #block = '';
  #linkText = '';
  #pressed = '';
  #script: string | undefined;
  #hasBegunAnew = false;
  #endsInDigit = false;

  constructor(url: URL, itself: PageItself) {
    this.#head = new PageHead(url);
    this.#itself = itself;
  }

  open(name: string, attributes: Record<string, string>): void {
    const outer = this.#frames.at(-1) ?? OUTSIDE;
    this.#hasBegunAnew = true;
    if (name === 'script' && /^application\/ld\+json/i.test(attributes.type?.trim() ?? '')) this.#script = '';
    this.#head.open(name, attributes);
    const own = this.#itself.open(name, outer);
    const place = placeOf(name, attributes, outer.place, own);
    const kind = BLOCKS.get(name);
    if (kind) this.#flush(outer);
    if (name === 'br' || kind === 'cell') this.#block = extended(this.#block, name === 'br' ? LINE_END : ' ');
    if (name === 'img' && outer.link && attributes.alt)
      this.#linkText = extended(this.#linkText, ` ${attributes.alt} `);
    const target = name === 'a' && place !== 'unread' ? this.#head.resolveLink(attributes.href) : undefined;
    if (target) this.#linkText = '';
    const pressed = place !== 'unread' && place !== 'footer' && isButton(name, attributes);
    if (pressed && !outer.isButton) this.#pressed = name === 'input' ? (attributes.value ?? '') : '';
    this.#frames.push({
      name,
      place,
      kind: inherited(kind, outer),
      level: levelOf(name) ?? (kind === undefined || outer.kind === 'heading' ? outer.level : 0),
      cell: this.#tables.open(name, attributes) ?? outer.cell,
      isAddress: name === 'address' || outer.isAddress,
      microdata: place === 'unread' ? undefined : this.#microdata.open(attributes),
      link: target ? { address: target.href, place: linkPlace(place) } : outer.link,
      isButton: pressed || outer.isButton,
      shift: shiftOf(name, outer.shift),
      own,
      visitors: this.#itself.visitors(name, attributes, { place, own }, outer),
    });
  }

  text(piece: string): void {
    const frame = this.#frames.at(-1) ?? OUTSIDE;
    if (this.#script !== undefined) this.#script = extended(this.#script, piece, LONGEST_SCRIPTS);
    this.#head.text(frame.name, piece);
    if (frame.place === 'unread' || frame.name === 'title') return;
    const seen = this.#apart(shifted(piece, frame.shift));
    this.#microdata.text(seen);
    if (frame.link) this.#linkText = extended(this.#linkText, seen);
    if (frame.isButton) this.#pressed = extended(this.#pressed, seen);
    const isMenu = frame.place === 'navigation' || (frame.place === 'header' && frame.link !== undefined);
    if (!isMenu && !frame.isButton) this.#block = extended(this.#block, seen.replaceAll(LINE_END, ' '));
  }

  /** Digits of two elements are no number: what is cents in one stands behind a price without a point. */
  #apart(piece: string): string {
    if (piece === '') return piece;
    const isNext = this.#hasBegunAnew && this.#endsInDigit && DIGIT.test(piece[0] ?? '');
    this.#hasBegunAnew = false;
    this.#endsInDigit = DIGIT.test(piece.at(-1) ?? '');
    return isNext ? ` ${piece}` : piece;
  }

  close(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    this.#hasBegunAnew = true;
    const outer = this.#frames.at(-1) ?? OUTSIDE;
    if (frame.name === 'script' && this.#script !== undefined) {
      this.#structured.addJsonLd(this.#script);
      this.#script = undefined;
    }
    this.#tables.close(frame.name);
    if (frame.microdata) this.#microdata.close(frame.microdata);
    if (BLOCKS.has(frame.name)) this.#flush(frame);
    if (frame.link && frame.link !== outer.link) this.#keepLink(frame.link);
    if (frame.isButton && !outer.isButton) this.#keepAction();
  }

  finished(contentLanguage: string | undefined): SitePage {
    this.#flush(OUTSIDE);
    const text = this.#blocks.map((block) => block.text).join('\n');
    return {
      ...this.#head.finished(),
      language: languageOf(this.#head.language ?? contentLanguage, text),
      blocks: this.#blocks,
      actions: [...this.#actions],
      links: this.#links,
      structured: this.#structured.items,
      footer: this.#footer,
    };
  }

  #flush({ place, kind, level, cell, isAddress }: Frame): void {
    const text = this.#block.split(LINE_END).map(plain).filter(Boolean).join(LINE_END);
    this.#block = '';
    if (text === '' || place === 'unread' || place === 'navigation') return;
    if (place === 'footer') {
      if (this.#footer.length < MOST_FOOTER_LINES) this.#footer.push(text);
    } else if (this.#blocks.length < MOST_BLOCKS) {
      this.#blocks.push({
        kind,
        level,
        text,
        ...(kind === 'cell' && cell && { cell }),
        ...(isAddress && { isAddress }),
      });
    }
  }

  #keepLink(link: Omit<PageLink, 'text'>): void {
    if (this.#links.length < MOST_LINKS) this.#links.push({ ...link, text: plain(this.#linkText) });
    this.#linkText = '';
  }

  #keepAction(): void {
    const text = plain(this.#pressed);
    this.#pressed = '';
    if (text !== '' && text.length <= LONGEST_ACTION && this.#actions.size < MOST_ACTIONS) this.#actions.add(text);
  }
}

function extended(text: string, piece: string, longest = LONGEST_TEXT): string {
  return text.length < longest ? text + piece.slice(0, longest - text.length) : text;
}

/** A paragraph inside an item is still the item; a heading inside one is a heading. */
function inherited(kind: TextBlock['kind'] | undefined, outer: Frame): TextBlock['kind'] {
  return kind === undefined || kind === 'paragraph' ? outer.kind : kind;
}

function levelOf(name: string): number | undefined {
  if (name === 'summary') return SUMMARY_LEVEL;
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  return level === undefined ? undefined : Number(level);
}

function linkPlace(place: Place): PageLink['place'] {
  if (place === 'footer') return 'footer';
  return place === 'content' ? 'content' : 'navigation';
}

import type { SitePage, StructuredItem, StructuredValue } from '../../ports/site-reader.ts';

/** Characters of all pages, and of one: more nobody reads for an ad, and what is read passes from thread to thread. */
const MOST = { site: 3_000_000, page: 400_000 };
/** What a value costs besides its characters. */
const EACH = 8;

/** Keeps the pages of a site in a size that can be handed over; what does not fit is left out, from each page's end. */
export class BoundedPages {
  readonly pages: SitePage[] = [];
  #left = MOST.site;

  /** A copy of a page: its texts are parts of what they were read from, which would be kept with them. */
  add(page: SitePage): void {
    const room = new Room(Math.min(this.#left, MOST.page));
    this.pages.push(structuredClone(boundedPage(page, room)));
    this.#left -= room.taken;
  }
}

function boundedPage(page: SitePage, room: Room): SitePage {
  const line = (text: string | null) => (text !== null && room.takes(text.length) ? text : null);
  return {
    address: page.address,
    language: page.language,
    title: line(page.title),
    description: line(page.description),
    siteName: line(page.siteName),
    blocks: page.blocks.filter(({ text }) => room.takes(text.length)),
    actions: page.actions.filter((text) => room.takes(text.length)),
    links: page.links.filter(({ address, text }) => room.takes(address.length + text.length)),
    structured: page.structured.filter((item) => room.takes(sizeOf(item, room.left))),
    alternates: page.alternates.filter(({ language, address }) => room.takes(language.length + address.length)),
    footer: page.footer.filter((text) => room.takes(text.length)),
  };
}

/** How much there is still room for. */
class Room {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  get left(): number {
    return this.#most - this.#taken;
  }

  takes(size: number): boolean {
    if (size + EACH > this.left) return false;
    this.#taken += size + EACH;
    return true;
  }
}

/** The characters of an item with all that is in it, as often as they stand there; counting ends beyond `most`. */
function sizeOf({ type, properties }: StructuredItem, most: number): number {
  let size = type.length;
  for (const [name, values] of Object.entries(properties)) {
    size += name.length + EACH;
    for (const value of values) {
      size += EACH + sizeOfValue(value, most - size);
      if (size > most) return size;
    }
  }
  return size;
}

function sizeOfValue(value: StructuredValue, most: number): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? sizeOf(value, most) : 0;
}

import type { SitePage, StructuredItem, StructuredValue } from '../../ports/site-reader.ts';

/** Characters of all pages, and of one: more nobody reads for an ad, and what is read passes from thread to thread. */
const MOST = { site: 3_000_000, page: 400_000 };
/** What a value costs besides its characters. */
const EACH = 8;
/**
 * What a copy of all pages may take, in tenths of a microsecond, since those who are served wait while one is made; and of
 * their items alone, so that these leave room for what people read.
 */
const MOST_COPYING = { site: 350_000, items: 200_000 };
/**
 * What a copy of each takes, as measured. A property has a list of its own, and an item is laid out anew where others
 * have other properties.
 */
const COPYING = { value: 2, object: 10, property: 15 };

/** Keeps the pages of a site in a size that can be handed over; what does not fit is left out, from each page's end. */
export class BoundedPages {
  readonly pages: SitePage[] = [];
  readonly #copying = new Room(MOST_COPYING.site);
  readonly #copyingItems = new Room(MOST_COPYING.items);
  #left = MOST.site;

  /** A copy of a page: its texts are parts of what they were read from, which would be kept with them. */
  add(page: SitePage): void {
    const room = new Room(Math.min(this.#left, MOST.page));
    this.pages.push(structuredClone(this.#bounded(page, room)));
    this.#left -= room.taken;
  }

  #bounded(page: SitePage, room: Room): SitePage {
    const takes = (copying: number, ...texts: readonly string[]) =>
      room.takes(texts.reduce((sum, { length }) => sum + length, EACH)) && this.#copying.takes(copying);
    const line = (text: string | null) => (text !== null && takes(COPYING.value, text) ? text : null);
    const lines = (texts: readonly string[]) => texts.filter((text) => takes(COPYING.value, text));
    return {
      address: page.address,
      language: page.language,
      title: line(page.title),
      description: line(page.description),
      siteName: line(page.siteName),
      blocks: page.blocks.filter(({ text, cell }) => takes(COPYING.object * (cell ? 2 : 1), text)),
      actions: lines(page.actions),
      links: page.links.filter(({ address, text }) => takes(COPYING.object, address, text)),
      structured: this.#boundedItems(page.structured, room),
      alternates: page.alternates.filter(({ language, address }) => takes(COPYING.object, language, address)),
      footer: lines(page.footer),
    };
  }

  #boundedItems(items: readonly StructuredItem[], room: Room): StructuredItem[] {
    const copied = new Set<StructuredItem>();
    return items.filter((item) => {
      if (!room.takes(EACH + sizeOf(item, room.left))) return false;
      const added = new Set<StructuredItem>();
      const copying = copyingOf(item, copied, added);
      if (!this.#copyingItems.takes(copying) || !this.#copying.takes(copying)) return false;
      for (const one of added) copied.add(one);
      return true;
    });
  }
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
    if (size > this.left) return false;
    this.#taken += size;
    return true;
  }
}

/** What a copy of an item takes with all that is in it and was not copied before: what stands in many places is one. */
function copyingOf(item: StructuredItem, copied: ReadonlySet<StructuredItem>, added: Set<StructuredItem>): number {
  if (copied.has(item) || added.has(item)) return COPYING.value;
  added.add(item);
  const lists = Object.values(item.properties);
  const values = lists
    .flat()
    .map((value) => (typeof value === 'object' ? copyingOf(value, copied, added) : COPYING.value));
  return values.reduce((sum, each) => sum + each, COPYING.object + COPYING.property * lists.length);
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

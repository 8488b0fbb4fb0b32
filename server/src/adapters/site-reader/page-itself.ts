import { isLeftByVisitors, type Own, type Place } from './element-place.ts';

/** What is known of an open element. */
interface Open {
  place: Place;
  own: Own;
  /** The number of the element that was taken for visitors' words, of itself or around it. */
  visitors: number | undefined;
}

/**
 * Notes what was taken for visitors' words and holds the first heading or the main part: that is the page itself, which
 * is then read once more. How much text it holds does not count: visitors may write more than the business did.
 */
export class PageItself {
  /** The numbers of such elements, in the order in which they open. */
  readonly found = new Set<number>();
  readonly #known: ReadonlySet<number>;
  readonly #begun = new Set<string>();
  #opened = 0;

  constructor(known: ReadonlySet<number>) {
    this.#known = known;
  }

  open(name: string, outer: Open): Own {
    this.#opened += 1;
    const isSeen = outer.place !== 'unread' || outer.visitors !== undefined;
    if ((name === 'h1' || name === 'main') && isSeen && !this.#begun.has(name)) {
      this.#begun.add(name);
      if (outer.visitors !== undefined) this.found.add(outer.visitors);
    }
    return this.#known.has(this.#opened) ? 'page' : outer.own && 'in the page';
  }

  /** The element that was just opened, where visitors' words begin with it. */
  visitors(
    name: string,
    attributes: Readonly<Record<string, string>>,
    { place, own }: Omit<Open, 'visitors'>,
    outer: Open,
  ) {
    const begins = place === 'unread' && outer.place !== 'unread' && isLeftByVisitors(name, attributes, own);
    return begins ? this.#opened : outer.visitors;
  }
}

import type { StructuredItem } from '../../ports/site-reader.ts';
import { plain } from './plain-text.ts';
import { shortType } from './short-type.ts';
import { addValues, type StructuredItems } from './structured-data.ts';
import { OUTERMOST, type Whose, whoseIs } from './whose-item.ts';

type Attributes = Readonly<Record<string, string>>;

/** Attributes that carry the value of a property, where the element's text does not. */
const VALUES = ['content', 'datetime', 'href', 'src', 'value'];
const MOST_OPEN = 8;
const MOST_NAMES = 3;
/** Items that are properties of items: what is deeper belongs to nobody, and could not be handed over. */
const DEEPEST = 12;
const LONGEST_VALUE = 5_000;
/** Of all values of a page together, in characters; elements that stand in each other share theirs many times over. */
const LONGEST_VALUES = 1_000_000;
/** What an item costs, whatever it says. */
const EACH_ITEM = 100;

/** Something that is open on an element: an item, or the text of a property. */
export type OpenMicrodata =
  | { item: StructuredItem; whose: Whose }
  | { of: StructuredItem; names: string[]; text: string };

/** Follows the microdata of a page as its elements open and close. */
export class Microdata {
  readonly #items: Extract<OpenMicrodata, { item: StructuredItem }>[] = [];
  readonly #texts: Extract<OpenMicrodata, { text: string }>[] = [];
  readonly #found: StructuredItems;
  #left = LONGEST_VALUES;

  constructor(found: StructuredItems) {
    this.#found = found;
  }

  /** Answers what must be closed with the element. */
  open(attributes: Attributes): OpenMicrodata | undefined {
    const outer = this.#items.at(-1);
    const names = namesIn(attributes.itemprop);
    if (attributes.itemscope !== undefined) return this.#openItem(attributes, names);
    if (!outer || outer.whose === 'visitors' || names.length === 0) return undefined;
    const value = VALUES.map((name) => attributes[name]).find((given) => given !== undefined);
    if (value === undefined && this.#texts.length < MOST_OPEN) {
      const text = { of: outer.item, names, text: '' };
      this.#texts.push(text);
      return text;
    }
    this.#put(outer.item, names, value ?? '');
    return undefined;
  }

  text(piece: string): void {
    for (const open of this.#texts) if (open.text.length < LONGEST_VALUE) open.text += piece;
  }

  close(open: OpenMicrodata): void {
    if ('item' in open) {
      this.#items.pop();
      return;
    }
    this.#texts.splice(this.#texts.indexOf(open), 1);
    this.#put(open.of, open.names, open.text);
  }

  #openItem(attributes: Attributes, names: string[]): OpenMicrodata {
    const type = attributes.itemtype?.trim().split(/\s+/)[0];
    const item: StructuredItem = { type: type ? shortType(type) : 'Thing', properties: {} };
    const whose = this.#whoseIs(item.type, names);
    const outer = this.#items.at(-1);
    if (whose === 'own') this.#found.add(item);
    const isProperty = outer && whose !== 'visitors' && this.#items.length < DEEPEST;
    if (isProperty && this.#takes(EACH_ITEM)) for (const name of names) addValues(outer.item.properties, name, [item]);
    if (attributes.itemid) this.#put(item, ['@id'], attributes.itemid);
    const open = { item, whose };
    this.#items.push(open);
    return open;
  }

  #put({ properties }: StructuredItem, names: readonly string[], value: string): void {
    const text = plain(value.slice(0, LONGEST_VALUE));
    if (text === '' || !this.#takes(text.length)) return;
    for (const name of names) addValues(properties, name, [text]);
  }

  #takes(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }

  /** An item inside another that is no property of it stands for itself, unless visitors wrote what is around it. */
  #whoseIs(type: string, names: readonly string[]): Whose {
    const outer = this.#items.at(-1);
    const around = { whose: outer?.whose ?? 'own', types: outer ? [outer.item.type] : [] };
    if (names.length === 0 && around.whose !== 'visitors') return whoseIs(OUTERMOST, [type]);
    const each = ['', ...names].map((name) => whoseIs({ ...around, property: shortType(name) }, [type]));
    return each.find((one) => one === 'visitors') ?? each.find((one) => one === 'named') ?? 'own';
  }
}

function namesIn(itemprop = ''): string[] {
  return itemprop
    .split(/\s+/)
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES);
}

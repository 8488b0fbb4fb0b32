import type { StructuredItem, StructuredValue } from '../../ports/site-reader.ts';
import { plainOfMarkup } from './plain-text.ts';
import { shortType } from './short-type.ts';
import { OUTERMOST, type Standing, whoseIs } from './whose-item.ts';

const MOST_ITEMS = 300;
const MOST_VALUES = 100;
const DEEPEST = 12;
const LONGEST_VALUE = 5_000;
/** Of all scripts of a page together, in characters. */
export const LONGEST_SCRIPTS = 1_000_000;
const MOST_PROPERTIES = 200;
const MOST_TYPES = 3;

/**
 * Collects what a page describes for machines. Nested items are listed on their own too where they are the page's own:
 * one that it only names, such as a maker or an author, stays in the item that names it.
 */
export class StructuredItems {
  readonly items: StructuredItem[] = [];
  #scripts = 0;
  #made = 0;

  /** Takes one JSON-LD script; one that is not JSON is left out. */
  addJsonLd(script: string): void {
    this.#scripts += script.length;
    if (this.#scripts > LONGEST_SCRIPTS) return;
    try {
      const data: unknown = JSON.parse(script.trim().replace(/^<!--|-->$/g, ''));
      this.#visit(data, 0, OUTERMOST);
    } catch {
      // Half the web's scripts are written by hand: the page is read without this one.
    }
  }

  /** Takes one item of microdata. */
  add(item: StructuredItem): void {
    this.#made += 1;
    if (this.#made <= MOST_ITEMS) this.items.push(item);
  }

  #visit(value: unknown, depth: number, standing: Standing): StructuredValue[] {
    if (depth > DEEPEST) return [];
    if (Array.isArray(value)) {
      return value.slice(0, MOST_VALUES).flatMap((one) => this.#visit(one, depth + 1, standing));
    }
    if (typeof value === 'string') return [plainOfMarkup(value.slice(0, LONGEST_VALUE))];
    if (typeof value === 'number' || typeof value === 'boolean') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return this.#item(new Map(Object.entries(value)), depth, standing);
  }

  #item(members: Map<string, unknown>, depth: number, standing: Standing): StructuredValue[] {
    const plainValue = members.get('@value');
    if (plainValue !== undefined) return this.#visit(plainValue, depth + 1, standing);
    const types = typesOf(members.get('@type'));
    const whose = whoseIs(standing, types);
    if (whose === 'visitors') return [];
    const graph = members.get('@graph');
    if (graph !== undefined) this.#visit(graph, depth + 1, standing);
    if (types.length === 0 || this.#made >= MOST_ITEMS) return [];
    const properties: StructuredItem['properties'] = {};
    const made = types.slice(0, MOST_TYPES).map((type) => ({ type, properties }));
    this.#made += made.length;
    if (whose === 'own') this.items.push(...made);
    for (const [name, value] of members) {
      const property = shortType(name);
      if (name.startsWith('@') && name !== '@id') continue;
      const inside = { whose, types, property };
      if (whoseIs(inside, []) !== 'visitors') addValues(properties, property, this.#visit(value, depth + 1, inside));
    }
    return made.slice(0, 1);
  }
}

function typesOf(given: unknown): string[] {
  return [given]
    .flat()
    .filter((type) => typeof type === 'string')
    .map(shortType);
}

/** Numbers are places in a list: an object of a few of them is laid out with room for all those before. */
const NUMBER = /^\d+$/;

/** Adds values to a property; a page may name one as it likes, but not like a member that every object has, nor a number. */
export function addValues(
  properties: StructuredItem['properties'],
  name: string,
  values: readonly StructuredValue[],
): void {
  const short = shortType(name);
  const known = Object.hasOwn(properties, short) ? (properties[short] ?? []) : [];
  if (short in Object.prototype || NUMBER.test(short) || known.length >= MOST_VALUES) return;
  if (known.length === 0 && Object.keys(properties).length >= MOST_PROPERTIES) return;
  properties[short] = [...known, ...values];
}

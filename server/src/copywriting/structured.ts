import type { StructuredItem, StructuredValue } from '../ports/site-reader.ts';
import { cleanText } from './clean-text.ts';

/** The first text that an item carries under a name; numbers as text. */
export function textOfItem(item: StructuredItem | undefined, name: string): string {
  const value = item?.properties[name]?.find((one) => typeof one === 'string' || typeof one === 'number');
  return value === undefined ? '' : cleanText(String(value));
}

/** The items that an item carries under a name. */
export function itemsOf(item: StructuredItem, name: string): StructuredItem[] {
  return (item.properties[name] ?? []).filter((value) => isItem(value));
}

/** The names that an item carries under a name, whether as text or as items of their own. */
export function namesOf(item: StructuredItem, name: string): string[] {
  return (item.properties[name] ?? [])
    .map((value) => (isItem(value) ? textOfItem(value, 'name') : typeof value === 'string' ? cleanText(value) : ''))
    .filter(Boolean);
}

function isItem(value: StructuredValue): value is StructuredItem {
  return typeof value === 'object';
}

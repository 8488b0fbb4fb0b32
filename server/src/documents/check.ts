import type { Fact } from './prose.ts';

/** What a document may hold besides our own words. */
export interface Grounds {
  facts: readonly Fact[];
  quotes: readonly string[];
  /** The charts, as the addresses of their pictures. */
  images: readonly string[];
}

const PICTURE = /data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+/g;
const QUOTATION = /“[^”]*”/gu;
/** Digits of every script, with what groups them or parts their decimals. */
const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu;

/**
 * The numbers of a text that no fact stands for, and quotations and pictures that are none of the document's own. Whoever
 * phrased the text, one of these keeps it from being stored.
 */
export function unfounded(markdown: string, { facts, quotes, images }: Grounds): string[] {
  const known = new Set(facts.flatMap(({ text }) => text.match(NUMBER) ?? []));
  const pictures = new Set(images);
  const quotations = new Set(quotes);
  const strange: string[] = [];
  const strike = (own: ReadonlySet<string>) => (found: string) => {
    if (!own.has(found)) strange.push(found);
    return '';
  };
  const ours = markdown.replaceAll(PICTURE, strike(pictures)).replaceAll(QUOTATION, strike(quotations));
  return [...strange, ...(ours.match(NUMBER) ?? []).filter((number) => !known.has(number))];
}

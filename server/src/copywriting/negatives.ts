import { foldedWords, variantOf } from '../detection/words.ts';
import type { KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { notOffered } from './claims.ts';
import type { Service } from './offering.ts';

/** Searches to begin without: of people who do not buy, of what is not sold here, and of the brand itself. */
export function negativesOf(services: readonly Service[], brief: Brief, type: 'prospecting' | 'brand'): KeywordText[] {
  const { reading } = brief;
  const own = new Set(ownTexts(services, brief).flatMap(foldedWords));
  const offersFree = reading.pages.some(({ description, blocks, actions }) =>
    [description, ...blocks.map(({ text }) => text), ...actions].some((text) => reading.lexicon.find.free.test(text)),
  );
  const strangers = reading.lexicon.keywords.negatives.filter(
    (word) =>
      !(offersFree && reading.lexicon.find.free.test(word)) && !foldedWords(word).every((part) => own.has(part)),
  );
  const brand = type === 'prospecting' ? brandSpellings(reading.brand.text) : [];
  return distinct([...strangers, ...notOffered(reading), ...brand]).map((text) => ({ text, matchType: 'phrase' }));
}

/** A name as people type it: as it is, without its spaces, without its hyphens. */
export function brandSpellings(brand: string): string[] {
  const plain = brand
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}&+-]+/gu, ' ')
    .trim();
  const spaced = plain
    .replaceAll(/[-&+]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const joined = spaced.replaceAll(' ', '');
  return [...new Set([spaced, joined])].filter((name) => name.length > 1);
}

/** What the business itself speaks of: its services are no strangers. */
function ownTexts(services: readonly Service[], { profile }: Brief): string[] {
  const pages = services.map(({ page }) => page);
  return [
    ...pages.flatMap(({ heading, title, blocks }) => [
      heading,
      title,
      ...blocks.filter(({ kind }) => kind === 'item' || kind === 'heading').map(({ text }) => text),
    ]),
    ...profile.products.map(({ name }) => name),
  ];
}

function distinct(texts: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts) {
    const key = variantOf(foldedWords(text)) + text.replaceAll(/\s/g, '').length;
    if (!known.has(key)) known.set(key, text);
  }
  return [...known.values()];
}

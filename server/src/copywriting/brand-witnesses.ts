import type { SitePage } from '../ports/site-reader.ts';
import type { SourcedText } from './composed-campaign.ts';
import { isSamePage } from './page-kinds.ts';
import { areAlike, isHostOf, isNamedIn } from './same-name.ts';

const MOST_TEXTS = 10;
const MOST_CANDIDATES = 300;

/** A name that may be the business's, and what it weighs before anything else on the site is asked. */
export interface Candidate extends SourcedText {
  weight: number;
}

/** What else on a site may carry the name of its business. */
export interface Witnesses {
  siteNames: readonly string[];
  titles: readonly string[];
  signatures: readonly string[];
  host: string;
}

/** The titles that a name of the business stands in: of the home page; others name what they are about. */
export function homeTitles(pages: readonly SitePage[], homeAddress: string): string[] {
  return pages.filter(({ address }) => isSamePage(address, homeAddress)).flatMap(({ title }) => title ?? []);
}

/** Texts that differ, as many as a site has need of: what pages carry is anybody's. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

/** The first candidate that has the name for which most of the site speaks. */
export function mostCarried(candidates: readonly Candidate[], witnesses: Witnesses): Candidate | undefined {
  const different = new Map(candidates.map((one) => [`${one.weight} ${one.text}`, one]));
  const weighed = [...different.values()]
    .slice(0, MOST_CANDIDATES)
    .map((one) => ({ one, weight: one.weight + carriersOf(one.text, witnesses) }));
  const best = weighed.toSorted((a, b) => b.weight - a.weight)[0]?.one;
  return best && candidates.find(({ text }) => text === best.text || areAlike(text, best.text));
}

/** How many kinds of witnesses carry a name. */
export function carriersOf(name: string, { siteNames, titles, signatures, host }: Witnesses): number {
  const kinds = [siteNames, titles, signatures].map((texts) => texts.some((text) => isNamedIn(name, text)));
  return [...kinds, isHostOf(name, host)].filter(Boolean).length;
}

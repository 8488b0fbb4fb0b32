import { fits } from '../campaigns/ad-limits.ts';
import { foldedWords, variantOf } from '../detection/words.ts';
import type { KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { notOffered } from './claims.ts';
import { fromIdeas } from './keyword-ideas.ts';
import { fromNames } from './keyword-names.ts';
import { Owners } from './keyword-owners.ts';
import type { Candidate } from './keyword-text.ts';
import { COUNTS, LIMITS } from './limits.ts';
import type { Service } from './offering.ts';
import { PromisedSearches } from './promised-searches.ts';

const REFUSED = /[!@%^()={};~`<>?\\|,*]/;
/** Close enough to the service to be bought as an exact match. */
const CLOSE = 5;

/** Gives each ad its keywords: no search is bought twice, and none goes to an ad that sells something else. */
export function keywordsOf(services: readonly Service[], brief: Brief, taken: readonly string[]): KeywordText[][] {
  const used = new Set(taken.map((text) => variantOf(foldedWords(text))));
  const owners = new Owners(services, brief);
  const strangers = [...notOffered(brief.reading), ...brief.profile.competitors.map(({ name }) => name)].map(
    foldedWords,
  );
  return services.map((service) => {
    const chosen: Candidate[] = [];
    for (const candidate of candidatesOf(service, brief)) {
      const variant = variantOf(foldedWords(candidate.text));
      if (chosen.length === COUNTS.keywords.most || used.has(variant) || !isSearchable(candidate.text)) continue;
      const words = foldedWords(candidate.text);
      if (strangers.some((name) => name.every((word) => words.includes(word)))) continue;
      if (owners.ownerOf(candidate.text, service) !== service) continue;
      used.add(variant);
      chosen.push(candidate);
    }
    return chosen.map(({ text, closeness }, index) => ({
      text,
      matchType: index < COUNTS.keywords.exact && closeness >= CLOSE ? 'exact' : 'phrase',
    }));
  });
}

/** The closest first; among equals what more people search. */
function candidatesOf(service: Service, brief: Brief): Candidate[] {
  const promised = new PromisedSearches(service, brief);
  const all = [...fromNames(service, brief), ...fromIdeas(service, brief)].filter(({ text }) => promised.keeps(text));
  return all.sort((a, b) => b.closeness - a.closeness || b.searches - a.searches);
}

function isSearchable(text: string): boolean {
  return (
    fits(text, LIMITS.keyword) &&
    text.split(' ').length <= LIMITS.keywordWords &&
    !REFUSED.test(text) &&
    text.length > 2
  );
}

import type { Answer, api } from '../../api.ts';
import { Status, type Tone } from '../../parts/status.tsx';

/** A search term as it is listed. */
export type SearchTerm = Answer<typeof api.reviewSearchTerms>['search_terms'][number];
export type TermState = SearchTerm['state'];

/** What is done about a search, in a word. */
export const TERM_STATES: Readonly<Record<TermState, { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'waiting' },
  keyword: { label: 'Keyword', tone: 'good' },
  excluded: { label: 'Excluded', tone: 'over' },
};

/** The state of a search term. */
export function TermStatus({ state }: { state: TermState }) {
  return <Status {...TERM_STATES[state]} />;
}

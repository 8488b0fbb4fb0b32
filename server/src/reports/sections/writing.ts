import { Numbers } from '../../documents/numbers.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import { type Evidence, figuresSource, periodOf } from '../evidence.ts';

/** What every section is written with. */
export interface Writing {
  evidence: Evidence;
  numbers: Numbers;
  /** Where the figures of the period come from. */
  source: string;
}

/** Prepares the writing of a report. */
export function writingOf(evidence: Evidence): Writing {
  const numbers = new Numbers(evidence.organization.currency);
  return { evidence, numbers, source: figuresSource(periodOf(evidence)) };
}

/** Where something that is not a figure comes from. */
export const SOURCES = {
  settings: 'Campaign and organization settings',
  actions: 'Action log',
  recommendations: 'Pending recommendations',
  approvals: 'Approval queue',
  accounts: 'Ad accounts and their syncs',
  /** Of a document that was written too early to tell everything; it is known by this. */
  accountsEarly: 'Ad accounts and their syncs, before the last of these days were in',
  profile: 'Business profile',
} as const;

/** How many of something there are, in words that fit the number. */
export function several(numbers: Numbers, count: number, one: string, many: string, source: string): Prose {
  return say`${numbers.count(count, source)} ${count === 1 ? one : many}`;
}

/** A name that others gave. */
export function named(name: string): Prose {
  return quote(name, 60);
}

import { useState } from 'react';
import type { FieldProblem } from '../../../server/src/base/errors.ts';
import type { CallError } from '../call.ts';

/** What members of a request are called where people read: of a list, what one entry is called. */
const WORDS: Readonly<Record<string, string>> = {
  brand_name: 'brand',
  budget: 'budget',
  callouts: 'callout',
  competitors: 'competitor',
  content: 'content',
  description: 'description',
  description1: 'first description',
  description2: 'second description',
  descriptions: 'description',
  documents: 'document',
  headlines: 'headline',
  ideal_customer_profiles: 'customer',
  keywords: 'keyword',
  locations: 'place',
  match_type: 'match type',
  path1: 'first path',
  path2: 'second path',
  products: 'product',
  radius_km: 'radius',
  sitelinks: 'sitelink',
  target_cpa: 'target CPA',
  target_locations: 'target location',
  trust_signals: 'trust signal',
  url: 'address',
  website_url: 'address',
};

/** The place of a problem in words: `sitelinks.0.url` is “Sitelink 1, address”. */
export function placeWords(path: string): string {
  const numbered = path.replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`);
  const place = numbered.replaceAll(/\w+/g, (part) => WORDS[part] ?? part.replaceAll('_', ' ')).replaceAll('.', ', ');
  return place.charAt(0).toUpperCase() + place.slice(1);
}

/** A problem as a sentence, for where its field is not in sight. */
export function problemWords({ path, message }: FieldProblem): string {
  return `${placeWords(path)}: ${message}`;
}

/** What the service refused of a form: shown at its fields, and gone where somebody corrects them. */
export interface FieldProblems {
  /** What is wrong with a field of the request. */
  at(path: string): string | undefined;
  /** Everything that is wrong, as sentences. */
  readonly all: readonly string[];
  /** What is wrong below a part of it, as sentences. */
  below(path: string): string[];
  /** Keeps what was refused. */
  refuse(error: CallError): void;
  /** Forgets it: the person has changed something. */
  forget(): void;
}

/** Keeps what the service refused of a form until somebody corrects it. */
export function useFieldProblems(): FieldProblems {
  const [fields, setFields] = useState<readonly FieldProblem[]>([]);
  return {
    all: fields.map(problemWords),
    at: (path) => fields.find((field) => field.path === path)?.message,
    below: (path) => fields.filter((field) => isBelow(field.path, path)).map(problemWords),
    refuse: (error) => setFields(error.fields),
    forget: () => fields.length > 0 && setFields([]),
  };
}

function isBelow(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`);
}

import type { CallError } from '../call.ts';
import { problemWords } from './field-problems.ts';

/** Why a change was refused, in words for whoever asked for it; the service's own say the rest. */
export function errorWords(error: CallError): string {
  const { code, message, extra } = error;
  if (code === 'validation_error' && error.fields.length > 0) return error.fields.map(problemWords).join('; ');
  if (code === 'sync_conflict') return [message, ...thereOf(extra.changes)].join(' ');
  if (code === 'unsafe_change') return [message, namesOf(extra.blocked_terms)].filter(Boolean).join(' ');
  if (code === 'ad_platform_unavailable' && extra.action_id) {
    return `${message} It goes on being tried: follow it in the log instead of making it again.`;
  }
  if (code === 'write_quota_exceeded') return `${message} Previews go on working.`;
  if (code === 'unreachable' && extra.made === 'once') return `${message} ${MADE_ONCE}`;
  if (code === 'unreachable' && extra.made === 'perhaps') return `${message} ${MADE_PERHAPS}`;
  return message;
}

const MADE_ONCE = 'Nothing was lost: trying again makes the change once.';
const MADE_PERHAPS = 'It may have been done all the same: look whether it was before you try again.';

/** Whether the answer never came, so that the change may have been made: it is tried again under the same key. */
export function isUncertain({ code }: CallError): boolean {
  return code === 'unreachable' || code === 'internal_error';
}

/** Whether whatever else is asked now would be refused for the same reason. */
export function refusesAll({ code }: CallError): boolean {
  return code === 'unauthorized' || code === 'rate_limited';
}

const MOST_NAMED = 5;

function thereOf(changes: unknown): string[] {
  if (!Array.isArray(changes)) return [];
  const named = changes.slice(0, MOST_NAMED).flatMap((one: unknown) => (isChangeThere(one) ? [wordsOf(one)] : []));
  return named.length > 0 ? [`There: ${named.join('; ')}.`] : [];
}

interface ChangeThere {
  field?: string | null;
  from?: unknown;
  to?: unknown;
}

function isChangeThere(value: unknown): value is ChangeThere {
  return typeof value === 'object' && value !== null;
}

function wordsOf({ field, from, to }: ChangeThere): string {
  const said = (word: string, value: unknown) => (value === null || value === undefined ? '' : `${word} ${value}`);
  return [field, said('from', from), said('to', to)].filter(Boolean).join(' ');
}

function namesOf(terms: unknown): string {
  if (!Array.isArray(terms)) return '';
  return terms
    .slice(0, MOST_NAMED)
    .map((term: unknown) => (typeof term === 'string' ? `“${term}”` : JSON.stringify(term)))
    .join(', ');
}

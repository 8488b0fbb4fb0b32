import type { CallError } from '../call.ts';
import { problemWords } from './field-problems.ts';

/** Why a change failed, in words for whoever asked for it, and whether it may have been made all the same. */
export function errorWords(error: CallError): string {
  const { code, message, extra, made } = error;
  if (code === 'ad_platform_unavailable' && extra.action_id) {
    return `${message} It goes on being tried: follow it in the log instead of making it again.`;
  }
  return [reasonOf(error), MADE[made]].filter(Boolean).join(' ');
}

/** The service's own words say most of it. */
function reasonOf({ code, message, extra, fields }: CallError): string {
  if (code === 'validation_error' && fields.length > 0) return fields.map(problemWords).join('; ');
  if (code === 'sync_conflict') return [message, ...thereOf(extra.changes)].join(' ');
  if (code === 'unsafe_change') return [message, namesOf(extra.blocked_terms)].filter(Boolean).join(' ');
  if (code === 'write_quota_exceeded') return `${message} Previews go on working.`;
  return message;
}

const MADE: Record<CallError['made'], string> = {
  nothing: '',
  once: 'It is not known whether this was done: trying again does it at most once.',
  perhaps: 'It may have been done all the same: look whether it was before you try again.',
};

/** Whether the change may have been made: no answer came, or one that says nothing of it. */
export function isUncertain({ made }: CallError): boolean {
  return made !== 'nothing';
}

/** What a failed change is headed with: “Not approved”, unless that is not known. */
export function notDone(done: string, notKnown: boolean): string {
  return notKnown ? `Not known whether it was ${done}` : `Not ${done}`;
}

/** Whether it failed for no reason of the caller's: asked again, a read may well be answered. */
export function isPassing({ code }: CallError): boolean {
  return code === 'unreachable' || code === 'internal_error';
}

/** Whether it says nothing of what was asked: looked at a little later, that may well be told. */
export function isForNow(error: CallError): boolean {
  return error.code === 'rate_limited' || isPassing(error);
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

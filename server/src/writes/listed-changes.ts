import type { z } from 'zod';
import { shortText } from '../base/short-text.ts';
import { type Change, LONGEST_SHOWN, type PlacedChange, type placedChangeField } from './change.ts';

/** A change may be of a thousand things; a page of a hundred such changes must stay one that can be read. */
export const MOST_LISTED = 20;
/** What those of one entry may take, written as JSON. */
const MOST_CHARACTERS = 8_000;
/** What is kept of them stays below this with the spaces that the database writes. */
const LONGEST_KEPT = 10_000;

/** The changes that a list shows of one entry: the first of them, long texts cut. Of those it changes nothing. */
export function listedChanges(changes: readonly PlacedChange[]): z.output<typeof placedChangeField>[] {
  let left = MOST_CHARACTERS;
  const listed: z.output<typeof placedChangeField>[] = [];
  for (const { field, from, to, campaign } of changes.slice(0, MOST_LISTED)) {
    const change = { field, from: shortValue(from), to: shortValue(to), ...(campaign !== undefined && { campaign }) };
    left -= JSON.stringify(change).length;
    if (left < 0) break;
    listed.push(change);
  }
  return listed;
}

function shortValue(value: Change['from']): Change['from'] {
  return typeof value === 'string' ? shortText(value, LONGEST_SHOWN) : value;
}

/** SQL for the first of the changes in a column. */
export function firstListed(changes: string): string {
  return `jsonb_path_query_array(${changes}, '$[0 to ${MOST_LISTED - 1}]')`;
}

/** SQL that cuts the texts in a column of changes where they are long, as they were kept once: one character too long. */
export function withShortTexts(changes: string): string {
  const short = (value: string) =>
    `case jsonb_typeof(${value}) when 'string' then to_jsonb(left(${value} #>> '{}', ${LONGEST_SHOWN + 1})) else ${value} end`;
  return `(case when length((${changes})::text) <= ${LONGEST_KEPT} then ${changes} else (
    select jsonb_agg(one.change || jsonb_build_object(
      'from', ${short(`one.change -> 'from'`)}, 'to', ${short(`one.change -> 'to'`)}) order by one.place)
    from jsonb_array_elements(${changes}) with ordinality as one (change, place)) end)`;
}

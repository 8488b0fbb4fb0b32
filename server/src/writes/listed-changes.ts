/** A change may be of a thousand things; a page of a hundred such changes must stay one that can be read. */
export const MOST_LISTED = 20;

/** SQL that cuts a column or parameter of changes to those that lists show. */
export function firstListed(changes: string): string {
  return `jsonb_path_query_array(${changes}, '$[0 to ${MOST_LISTED - 1}]')`;
}

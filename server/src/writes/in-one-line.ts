/** A line of more would not be read; what it is about is all kept. */
const MOST_IN_WORDS = 100;
const LONGEST_LINE = 2_000;
/** Among more the line would be too short for any. */
const MOST_SHARING = 10;
/** One that is made of such lines names campaigns, too. */
const LONGEST_KEPT = 2_500;

/** Things in words, in one line: the first of them, and how many more there are. The words for one are short. */
export function inOneLine<One>(all: readonly One[], inWords: (one: One) => string): string {
  const words: string[] = [];
  let length = 0;
  for (const one of all.slice(0, MOST_IN_WORDS)) {
    const told = inWords(one);
    length += told.length;
    if (words.length > 0 && length > LONGEST_LINE) break;
    words.push(told);
  }
  const more = all.length - words.length;
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/**
 * The same of several things whose words may be long: each has its share of the line, so that all are named. It ends between
 * two of its parts, and within no quotation.
 */
export function sharingOneLine<One>(all: readonly One[], inWords: (one: One) => string): string {
  const share = Math.floor(LONGEST_LINE / Math.min(all.length, MOST_SHARING));
  return inOneLine(all, (one) => cutBetweenParts(inWords(one), share));
}

function cutBetweenParts(words: string, longest: number): string {
  if (words.length <= longest) return words;
  let end = words.lastIndexOf('; ', longest);
  while (end > 0 && isWithinQuotation(words.slice(0, end))) end = words.lastIndexOf('; ', end - 1);
  return end > 0 ? `${words.slice(0, end)}; and more` : words;
}

function isWithinQuotation(beginning: string): boolean {
  return beginning.lastIndexOf('“') > beginning.lastIndexOf('”');
}

/** SQL that cuts a column of such lines, which were longer once. */
export function lineOf(column: string): string {
  return `case when length(${column}) > ${LONGEST_KEPT} then left(${column}, ${LONGEST_KEPT - 1}) || '…' else ${column} end`;
}

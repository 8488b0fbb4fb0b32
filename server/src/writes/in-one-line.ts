/** A line of more would not be read; what it is about is all kept. */
const MOST_IN_WORDS = 100;

/** Things in words, in one line: the first of them, and how many more there are. */
export function inOneLine<One>(all: readonly One[], inWords: (one: One) => string): string {
  const words = all.slice(0, MOST_IN_WORDS).map(inWords);
  const more = all.length - words.length;
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

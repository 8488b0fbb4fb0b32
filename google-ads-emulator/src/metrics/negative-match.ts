/** Whether a negative keyword keeps an ad from a search term: negatives match literally, without close variants. */
export function negativeMatches(text: string, matchType: string, term: string): boolean {
  const negative = text.toLowerCase().trim();
  if (matchType === 'EXACT') return negative === term;
  if (matchType === 'PHRASE') return ` ${term} `.includes(` ${negative} `);
  const words = new Set(term.split(/\s+/));
  return negative.split(/\s+/).every((word) => words.has(word));
}

/** The words of a text as matching sees them: in lower case, plural or not. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** The words of a text in lower case, as negative keywords see them. */
export function wordsOf(text: string): string[] {
  const trimmed = text.trim().toLowerCase();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

/** The same text as a close variant: its last word in the plural, or in the singular. */
export function closeVariant(text: string): string {
  return isPlural(text) ? text.slice(0, -1) : `${text}s`;
}

function stem(word: string): string {
  return isPlural(word) ? word.slice(0, -1) : word;
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss');
}

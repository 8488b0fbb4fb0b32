/** A text of at most so many characters, an ellipsis standing for what was cut off. */
export function shortText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Half of a character that takes two places is none.
  return `${text.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…`;
}

/** Elements whose text stands above or below the line, with how its digits are written. */
const DIGITS = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' } as const;

/** Where text stands: above the line, below it, or on it. */
export type Shift = keyof typeof DIGITS | undefined;

export function shiftOf(name: string, outer: Shift): Shift {
  return name === 'sup' || name === 'sub' ? name : outer;
}

/** A piece of text with its digits where a reader sees them: “$99⁰⁰” is not $9900, and “free¹” has a note. */
export function shifted(piece: string, shift: Shift): string {
  const digits = shift && DIGITS[shift];
  return digits ? piece.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit) : piece;
}

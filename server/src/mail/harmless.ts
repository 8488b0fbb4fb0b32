const LONGEST = 300;

/** What others wrote, as one short line that is only text: no control or direction characters, no markup. */
export function harmless(text: string): string {
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/[\p{C}\p{Z}<>]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

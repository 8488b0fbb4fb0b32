const LONGEST = 300;

/** What others wrote, as one short line that is only text: no control or direction characters, no markup. */
export function harmless(text: string): string {
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/[\p{C}\p{Z}<>]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** What programs for mail make a link of; the name of a host alone may be somebody's name. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}(?::\d+)?[/?#]/iu;

/** Whether what others wrote holds an address, which would be a link in a letter of ours. */
export function holdsAddress(text: string): boolean {
  return ADDRESS.test(harmless(text));
}

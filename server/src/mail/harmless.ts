const LONGEST = 300;

/** What others wrote, as one short line that is only text: no control or direction characters, no markup. */
export function harmless(text: string): string {
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/[\p{C}\p{Z}<>]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const LABEL = String.raw`[\p{L}\p{M}\p{N}-]`;
/** What programs for mail make a link of; the name of a host alone may be somebody's name. */
const ADDRESSES = [
  String.raw`//\S`,
  String.raw`\b(?:https?|mailto|tel):`,
  String.raw`\bwww\.`,
  String.raw`${LABEL}\.${LABEL}+(?:[/?#]|:\d)`,
  String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
  String.raw`[^\s@]@${LABEL}+\.${LABEL}`,
];
const ADDRESS = new RegExp(ADDRESSES.join('|'), 'iu');

/** Whether what others wrote holds an address, which would be a link in a letter of ours. */
export function holdsAddress(text: string): boolean {
  return ADDRESS.test(asReadInAddresses(harmless(text)));
}

/** Wide letters, and what programs take for a dot or a slash, as addresses have them in the end. */
function asReadInAddresses(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/[\\⁄∕]/g, '/');
}

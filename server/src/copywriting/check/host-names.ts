import { parse } from 'tldts';

/** What is read as the dot of a host name, once NFKC has made plain dots of those that stand for one. */
const DOT = '[.·‧∙⋅]';
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`;
/** A dot with a space behind it alone ends a sentence, whose next one may well begin with “Shop” or “Call”. */
const HOST_LIKE = new RegExp(String.raw`${LABEL}(?:(?:${DOT}|\s+\.\s*)${LABEL})+`, 'gu');
const BETWEEN_LABELS = new RegExp(String.raw`\s*${DOT}\s*`, 'u');
/** The full stop of Chinese and Japanese stands for a dot where a Latin ending follows; between words it ends a sentence. */
const WIDE_STOP = /。(?=[a-z])/gi;
/** Companies and a platform whose names are written like a host. */
const NO_HOST = /\b[Cc][Oo]\. ?KG\b|(?<=\s)\.NET\b/g;
/** Endings that nobody can register, for examples (RFC 2606). */
const RESERVED = ['example', 'test'];

/** The host names that a text holds, by the endings below which domains are registered. */
export function hostsIn(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(WIDE_STOP, '.').replaceAll(NO_HOST, ' ').toLowerCase();
  return (plain.match(HOST_LIKE) ?? [])
    .map((found) => found.split(BETWEEN_LABELS))
    .filter(([, ...labels]) => labels.some(isEnding))
    .map((labels) => labels.join('.'));
}

function isEnding(label: string): boolean {
  return RESERVED.includes(label) || parse(`x.${label}`).isIcann === true;
}

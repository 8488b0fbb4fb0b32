import { parse } from 'tldts';

const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`;
/** A dot with a space behind it alone ends a sentence, whose next one may well begin with “Shop” or “Call”. */
const HOST_LIKE = new RegExp(String.raw`${LABEL}(?:(?:\.|\s+\.\s*)${LABEL})+`, 'gu');
const BETWEEN_LABELS = /\s*\.\s*/;
/** The full stop of Chinese and Japanese stands for a dot where a Latin ending follows; between words it ends a sentence. */
const WIDE_STOP = /。(?=[a-z])/gi;
/** A dot at half height stands between words (Hotel·Restaurant) and letters (novel·la), unless a usual ending follows. */
const MIDDLE_DOT =
  /[·‧∙⋅](?=(?:com|net|org|info|biz|dev|xyz|io|co|eu|de|at|ch|fr|es|it|nl|be|pl|pt|uk|us|ca|br|mx|jp|cn|ru|ua|рф)(?![\p{L}\p{M}\p{N}_-]))/giu;

const ALONE = String.raw`(?<![\p{L}\p{M}\p{N}._\-])`;
const ENDED = String.raw`(?![\p{L}\p{M}\p{N}_\-]|\.\p{L})`;
const MEDICAL = String.raw`(?:med|vet)(?:\.(?:vet|dent))?(?![\p{L}\p{M}\p{N}_\-]|\.\p{Ll})`;
/** What is written like a host and is none. Titles go alone: a host behind one is still seen. */
const NO_HOST = new RegExp(
  [
    String.raw`\b[Cc][Oo]\. ?KG\b`,
    String.raw`${ALONE}(?:Co|Pty|Pvt|Pte)\.Ltd${ENDED}`,
    String.raw`${ALONE}[BM]\.(?:Sc|Com)${ENDED}`,
    String.raw`${ALONE}(?:(?:Mr|Mrs|Ms|Dr|Prof|Dipl)\.(?=\p{Lu}|${MEDICAL}))+(?:${MEDICAL})?`,
    String.raw`${ALONE}Do\.It(?= Yourself)`,
    String.raw`(?<=\s)\.NET\b`,
  ].join('|'),
  'gu',
);
/** Endings that nobody can register, for examples (RFC 2606). */
const RESERVED = ['example', 'test'];

/** The host names that a text holds, by the endings below which domains are registered. */
export function hostsIn(text: string): string[] {
  const dotted = text.normalize('NFKC').replaceAll(WIDE_STOP, '.').replaceAll(MIDDLE_DOT, '.');
  return (dotted.replaceAll(NO_HOST, ' ').toLowerCase().match(HOST_LIKE) ?? [])
    .map((found) => found.split(BETWEEN_LABELS))
    .filter(([, ...labels]) => labels.some(isEnding))
    .map((labels) => labels.join('.'));
}

function isEnding(label: string): boolean {
  return RESERVED.includes(label) || parse(`x.${label}`).isIcann === true;
}

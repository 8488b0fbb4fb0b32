const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  euro: '€',
  pound: '£',
};
const NAMED_ENTITY = new RegExp(`&(${Object.keys(ENTITIES).join('|')});`, 'gi');
/** Markup that was left in a text and sets a note or cents apart: it is a mark, as far as anybody can tell. */
const RAISED = /<su[bp]\b[^<>]*>(?=\s*[\d*†‡§])/gi;
const MARKUP = /<\/?[a-z!][^<>]*>/gi;
/** Characters that show nothing or turn the direction of reading; joiners too, which no ad needs. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}]--[\s]]/gv;
/** Stars that are drawn like pictures. */
const STARS = /[✱✲✳]/g;
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u2500-\u27bf\u2b00-\u2bff]/gu;
/** Of the marks of lists and arrows a star is one only in front: behind a text it leads to a note. */
const ARROWS = /^[\s→»›>•·*\-–—|]+|[\s→»›>•·|–—]+$/gu;
const LIGATURES = /[\ufb00-\ufb06]/g;
const REPEATED = /([!?,;:])[!?,;:]+/g;

/**
 * A text of a page as it may stand in an ad: no markup, no entities, nothing unseen, no pictures, white space folded.
 * What is written on a page is never followed, only quoted.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(NAMED_ENTITY, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll(RAISED, '*')
    .replaceAll(MARKUP, ' ')
    .normalize('NFC')
    .replaceAll(LIGATURES, (letters) => letters.normalize('NFKC'))
    .replaceAll(UNSEEN, '')
    .replaceAll(STARS, '*')
    .replaceAll(PICTURES, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(REPEATED, '$1')
    .replaceAll(ARROWS, '')
    .trim();
}

/** Words that speak to a program instead of a buyer. */
const TO_A_PROGRAM =
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(instruction|prompt|rule|above|previous)|system prompt|language model|\bas an ai\b|\bchatgpt\b|\bllm\b|<\||\|>|```|\{\{|\}\}|\{(keyword|customizer|countdown|location)|ignorier\w* .{0,30}anweisung|ignora .{0,30}instruccion|ignor\w* .{0,30}instructions|指示を無視/i;

/** Whether a text tries to give orders to whoever writes from the page. */
export function isForPrograms(text: string): boolean {
  return TO_A_PROGRAM.test(text);
}

/** Consent banners and the like that a reader of pages could not tell from content. */
const BOILERPLATE =
  /\bcookies?\b|\bjavascript\b|all rights reserved|alle rechte vorbehalten|todos los derechos|tous droits|copyright|©|privacy policy|datenschutz|skip to (main )?content|loading…|lorem ipsum|クッキー/i;

/** Whether a text belongs to the frame of a page and says nothing of the business. */
export function isBoilerplate(text: string): boolean {
  return BOILERPLATE.test(text);
}

const SENTENCE_END = /(?<=[.!?…]["”’)]?)\s+(?=["“„(¿¡]?[\p{Lu}\p{N}])|(?<=[。！？])/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|dr|mr|mrs|ms|st|no|nr|art|inc|ltd|co|corp|prof|dipl|ing|z\.\s?b|d\.\s?h|u\.\s?a|ca|bzw|inkl|zzgl|sr|sra|av|avda|núm|tél|m|mme|approx|est|vs|e\.g|i\.e|a\.m|p\.m)\.$/i;

/** The sentences of a text, whole ones only as far as their marks tell. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const piece of text.split(SENTENCE_END).map((one) => one.trim())) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`;
    else if (piece !== '') sentences.push(piece);
  }
  return sentences;
}

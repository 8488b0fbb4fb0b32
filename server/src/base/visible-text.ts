/** Shows nothing, or changes how what stands beside it is shown. */
const NOTHING = String.raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\p{NChar}\u2800\u{16fe4}\u{1d159}]--[\u200c\u200d\ufe00-\ufe0f]]`;
/** Scripts whose letters are never joined nor varied; marks without a script of their own may stand on any of them. */
const UNJOINED = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}`;
/** What scripts and emoji are joined with is only seen where there is something to join. */
const JOINS_NOTHING = String.raw`(?<![[[\p{L}\p{M}]--[${UNJOINED}]]\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]`;
/** One variation belongs to one letter or picture: a run of them could say anything to whoever reads the numbers. */
const VARIES_NOTHING = String.raw`(?<![[\p{L}--[${UNJOINED}]]\p{Extended_Pictographic}\p{Emoji_Modifier}])[\ufe00-\ufe0f](?!\u20e3)`;
/** What stands on the letter before it, or joins what does. */
const MARK = String.raw`[\p{M}\u200c\u200d]`;
/** Scripts whose letters stand below each other as marks, eight in the longest that is written (ཧྐྵྨླྺྼྻྂ). */
const STACKING = String.raw`\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Tai_Tham}`;
/** A fifth mark on one letter, four being what pointed Hebrew needs: towers of them are painted over other lines. */
const TOWER = `${MARK}{4}[${MARK}--[${STACKING}]]|${MARK}{9}`;
/** Pages fold plain spaces alone: a row of other blanks would push what follows out of sight. */
const BLANKS = String.raw`\p{Zs}{2}`;
const TOO_MANY = String.raw`[${MARK}[\p{Zs}--[\u0020]]](?<=${TOWER}|${BLANKS})`;
const UNSEEN = new RegExp(`${NOTHING}|${JOINS_NOTHING}|${VARIES_NOTHING}|${TOO_MANY}`, 'v');
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gv');
/** Whatever could be taken for the end of a quotation. */
const DOUBLE_QUOTES = /[\p{Quotation_Mark}--['‘’‚‛‹›]]/gv;

const BEYOND_ASCII = /[^\0-~]/;

/** Text that somebody else wrote, in quotation marks, with everything that would not be seen made visible. */
export function quoted(text: string): string {
  return `“${visible(text).replaceAll(DOUBLE_QUOTES, '"')}”`;
}

/** Writes characters that show nothing, or turn the reading direction, as their numbers. */
export function visible(text: string): string {
  return text.replaceAll(EVERY_UNSEEN, numberOf);
}

function numberOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

const NUMBER = /\\u\{([0-9a-f]{1,6})\}/g;
const LAST_CHARACTER = 0x10ffff;

/** As far back as a character may be unseen for what stands before it. */
const FARTHEST = 16;

/** What `visible` made of a text, turned back: numbers of characters that are seen were somebody's own words. */
export function asWritten(shown: string): string {
  let written = '';
  let end = 0;
  for (const { 0: number, 1: digits = '', index } of shown.matchAll(NUMBER)) {
    written += shown.slice(end, index);
    end = index + number.length;
    const point = Number.parseInt(digits, 16);
    const character = point > LAST_CHARACTER ? '' : String.fromCodePoint(point);
    const isUnseen = visible(written.slice(-FARTHEST) + character).endsWith(number);
    written += isUnseen ? character : number;
  }
  return written + shown.slice(end);
}

/** Half of a character, and the one character that ends a text elsewhere: no database keeps them. */
const UNSTORABLE = /\0|\p{Cs}/u;

/** A text as a database can keep it. */
export function storable(text: string): string {
  return UNSTORABLE.test(text) ? visible(text) : text;
}

/**
 * JSON in which every text is visible, for readers who act on what they read. Line breaks stay: in JSON they are written
 * out, and what stands below the space is no part of a text.
 */
export function visibleInJson(json: string): string {
  if (!BEYOND_ASCII.test(json)) return json;
  return json.replaceAll(EVERY_UNSEEN, (character) => (character < ' ' ? character : `\\${numberOf(character)}`));
}

/** Whether a text holds a character that its reader would not see. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** A text without the characters that its reader would not see. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(EVERY_UNSEEN, '');
}

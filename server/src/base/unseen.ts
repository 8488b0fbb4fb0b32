/*
 * Which characters of a text its reader would not see. One pattern could say it, but trying that at every character takes
 * long where very many are marks or blanks; so what each character is, is found out once and remembered.
 */

/** Scripts whose letters are never joined nor varied; marks without a script of their own may stand on any of them. */
const UNJOINED = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}`;
const PICTURES = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}`;

/** What a character may be, each with a bit of its own. */
const NOTHING = 1;
const JOINER = 2;
const VARIATION = 4;
const JOINABLE = 8;
const VARIABLE = 16;
const MARK = 32;
const STACKING = 64;
const BLANK = 128;

const KINDS: readonly (readonly [bit: number, pattern: string])[] = [
  /** Shows nothing, or changes how what stands beside it is shown. */
  [
    NOTHING,
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\p{NChar}\u2800\u{16fe4}\u{1d159}]--[\u200c\u200d\ufe00-\ufe0f]`,
  ],
  [JOINER, String.raw`\u200c\u200d`],
  [VARIATION, String.raw`\ufe00-\ufe0f`],
  [JOINABLE, String.raw`[[\p{L}\p{M}]--[${UNJOINED}]]${PICTURES}\ufe0f`],
  [VARIABLE, String.raw`[\p{L}--[${UNJOINED}]]${PICTURES}`],
  /** What stands on the letter before it, or joins what does. */
  [MARK, String.raw`\p{M}\u200c\u200d`],
  /** Scripts whose letters stand below each other as marks, eight in the longest that is written (ཧྐྵྨླྺྼྻྂ). */
  [STACKING, String.raw`\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Tai_Tham}`],
  [BLANK, String.raw`\p{Zs}`],
];
const PATTERNS = KINDS.map(([bit, pattern]) => ({ bit, pattern: new RegExp(`[${pattern}]`, 'v') }));

/** Four being what pointed Hebrew needs: towers of more marks on one letter are painted over other lines. */
const MOST_MARKS = 4;
const MOST_STACKED = 8;
const KEYCAP = 0x20e3;
const SPACE = 0x20;
const CHARACTERS = 0x110000;

/** Marks that a character was looked at, since most of them are of no kind. */
const KNOWN = 256;
const kinds = new Uint16Array(CHARACTERS);

function findKind(point: number): number {
  const character = String.fromCodePoint(point);
  const kind = PATTERNS.reduce((sum, { bit, pattern }) => (pattern.test(character) ? sum | bit : sum), KNOWN);
  kinds[point] = kind;
  return kind;
}

/** Looks through a text, from its beginning. */
class Looking {
  readonly #text: string;
  #at = 0;
  #before = 0;
  #marks = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character that is not seen, and where it ends; undefined where there is none any more. */
  next(): { character: string; end: number } | undefined {
    const text = this.#text;
    for (let at = this.#at; at < text.length; ) {
      const point = text.codePointAt(at) ?? 0;
      at += point > 0xffff ? 2 : 1;
      const kind = kinds[point] || findKind(point);
      if (kind === KNOWN) {
        this.#before = KNOWN;
        this.#marks = 0;
        continue;
      }
      this.#at = at;
      this.#marks = kind & MARK ? this.#marks + 1 : 0;
      const isUnseen = this.#isUnseen(point, kind);
      this.#before = kind;
      if (isUnseen) return { character: String.fromCodePoint(point), end: at };
    }
    this.#at = text.length;
    return undefined;
  }

  #isUnseen(point: number, kind: number): boolean {
    if (kind & NOTHING) return true;
    // What scripts and emoji are joined with is only seen where there is something to join.
    if (kind & JOINER && !(this.#before & JOINABLE)) return true;
    // One variation belongs to one letter or picture: a run of them could say anything to whoever reads the numbers.
    if (kind & VARIATION && !(this.#before & VARIABLE) && this.#text.charCodeAt(this.#at) !== KEYCAP) return true;
    if (kind & MARK && this.#marks > (kind & STACKING ? MOST_STACKED : MOST_MARKS)) return true;
    // Pages fold plain spaces alone: a row of other blanks would push what follows out of sight.
    return (kind & BLANK) !== 0 && point !== SPACE && (this.#before & BLANK) !== 0;
  }
}

/** Whether a text holds a character that its reader would not see. */
export function hasUnseen(text: string): boolean {
  return new Looking(text).next() !== undefined;
}

/** A text with something else in the place of each character that its reader would not see. */
export function replaceUnseen(text: string, instead: (character: string) => string): string {
  const looking = new Looking(text);
  let made = '';
  let from = 0;
  for (let found = looking.next(); found; found = looking.next()) {
    made += text.slice(from, found.end - found.character.length) + instead(found.character);
    from = found.end;
  }
  return from === 0 ? text : made + text.slice(from);
}

import { sentencesOf } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { withoutSigns } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { PageLines } from './written-address.ts';

/** What the sentences of a page say of the areas that its business serves. */
export interface AreasTold {
  /** Names that stand together. */
  lists: SourcedText[][];
  /** Whether it says that it serves some area, and no name is found there. */
  isUnread: boolean;
  /** The lines that say so. */
  lines: string[];
}

/** A text that runs over some lines. */
interface Passage {
  text: string;
  lines: string[];
}

const LONGEST_TOWN = 30;
/** Beyond this no names are looked for: every line of a long text would be read again with all before it. */
const LONGEST_PASSAGE = 400;
const GOES_ON = /(?:[,、・&]|\s(?:and|und|y|et))$/u;
const GOES_ON_FROM_BEFORE = /^(?:[,、・&]|(?:and|und|y|et)\s)/u;

/** The areas that a page's sentences name; one that denies anything says nothing of where the business serves. */
export function writtenAreas({ address, blocks, footer }: PageLines, lexicon: Lexicon): AreasTold {
  const { find, whose } = lexicon;
  const told = [...blocks.map(({ lines }) => lines), footer]
    .flatMap((lines) => passagesOf(lines, lexicon))
    .flatMap(({ text, lines }) => sentencesOf(text).map((sentence) => ({ sentence, lines })))
    .filter(({ sentence }) => !find.negation.test(sentence) && !whose.not.test(sentence))
    .flatMap(({ sentence, lines }) => sentence.split(/\s[·|•–—]\s/).map((words) => ({ words, lines })))
    .filter(({ words }) => find.areas.test(words) || isOpening(words, lexicon))
    .map(({ words, lines }) => {
      const said = find.areas.exec(words)?.[1] ?? '';
      const opening = words.slice(0, words.indexOf(said)).trim();
      const names = namesIn(said);
      const told = lines.length === 1 ? names.map(() => [words]) : linesOfEach(names, opening, lines);
      const sourcesOf = (index: number) => (told[index] ?? []).map((one) => ({ address, words: one }));
      return { list: names.map((text, index) => ({ text, sources: sourcesOf(index) })), lines };
    });
  return {
    lists: told.map(({ list }) => list),
    isUnread: told.some(({ list }) => list.length === 0),
    lines: told.flatMap(({ lines }) => lines),
  };
}

/**
 * For each name in lines that are read as one, the line that says which areas are served and the one that names it: the
 * others, of which there may be a hundred, tell of other names. The names stand in their order.
 */
function linesOfEach(names: readonly string[], opening: string, lines: readonly string[]): string[][] {
  const says = lines.find((line) => line.includes(opening)) ?? lines[0];
  const bare = lines.map(withoutSigns);
  let last = 0;
  return names.map((name) => {
    const whole = new RegExp(`(?<![\\p{Lu}\\p{Ll}])${RegExp.escape(name)}(?![\\p{Lu}\\p{Ll}])`, 'u');
    const at = bare.findIndex((line, index) => index >= last && whole.test(line));
    last = Math.max(last, at);
    return [...new Set([says, lines[at]])].filter((line) => line !== undefined);
  });
}

/**
 * Lines as they are read: one that says which areas are served may go on below, and its opening words may stand above every
 * line of a list. Each of these is read by itself: what else stands below them need not be a place.
 */
function passagesOf(lines: readonly string[], lexicon: Lexicon): Passage[] {
  const passages: Passage[] = [];
  let opening = '';
  for (const line of lines) {
    const last = passages.at(-1);
    const below = `${opening} ${line}`;
    if (last && goesOn(last.text, line, lexicon)) {
      last.text += ` ${line}`;
      last.lines.push(line);
    } else if (isOpening(lastSentence(line), lexicon)) {
      opening = lastSentence(line);
      passages.push({ text: line, lines: [line] });
    } else if (opening !== '' && namesIn(lexicon.find.areas.exec(below)?.[1] ?? '').length > 0) {
      // The opening words have their names, and need none of their own.
      if (last?.text.endsWith(opening)) last.text = last.text.slice(0, -opening.length);
      passages.push({ text: below, lines: [opening, line] });
    } else {
      opening = '';
      passages.push({ text: line, lines: [line] });
    }
  }
  return passages;
}

function goesOn(text: string, line: string, { find }: Lexicon): boolean {
  if (text.length > LONGEST_PASSAGE) return false;
  const sentence = lastSentence(text);
  if (find.areas.test(sentence)) return GOES_ON.test(sentence) || GOES_ON_FROM_BEFORE.test(line);
  // What a sentence denies it may name on its next line.
  return find.negation.test(sentence) && /^\p{Ll}/u.test(line);
}

function lastSentence(text: string): string {
  return sentencesOf(text).at(-1) ?? '';
}

/** Whether a text is but the words that areas stand after. */
function isOpening(text: string, { find }: Lexicon): boolean {
  return !find.areas.test(text) && find.areas.test(`${text} Town`);
}

function namesIn(list: string): string[] {
  return list
    .split(/\s*[,、・·]\s*|\s+(?:and|und|y|et|&)\s+/)
    .map((name) =>
      withoutSigns(name)
        .replace(/^(?:and|und|y|et|the)\s+/i, '')
        .replace(/[.。]$/, '')
        .trim(),
    )
    .filter(isTown)
    .filter((name) => NAME.test(name) && !SHORT_REGION.test(name) && (!HAN.test(name) || PLACE_IN_HAN.test(name)));
}

/** “TX” tells of the town before it where that is. */
const SHORT_REGION = /^\p{Lu}{2,3}$/u;
const NAME = /^[\p{L}\p{M}.'’ ー-]+$/u;
/** In this script everything is written without capitals and spaces: a place is told by what kind of one it is. */
const HAN = /\p{Script=Han}/u;
const PLACE_IN_HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,9}[都道府県市区町村郡]$/u;

/** A name of its own: few words, a capital or a script without, no digits. */
export function isTown(name: string): boolean {
  const words = name.split(' ');
  const lowercase = words.filter((word) => /^\p{Ll}/u.test(word));
  return (
    name !== '' &&
    name.length <= LONGEST_TOWN &&
    words.length <= 4 &&
    !/\d/.test(name) &&
    !/^\p{Ll}/u.test(name) &&
    lowercase.every((word) => /^(of|de|del|la|las|los|am|an|der|im|on|upon|sur|the)$/.test(word))
  );
}

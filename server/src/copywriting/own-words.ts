import { foldedWords } from '../detection/words.ts';
import type { TextBlock } from '../ports/site-reader.ts';
import { sentencesOf } from './clean-text.ts';
import { isConditional, withoutSigns } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { Owner } from './own-business.ts';
import { isNamedIn, isSameName } from './same-name.ts';

/** Whose page it is, and in which language it says so. */
export interface Voice {
  lexicon: Lexicon;
  owner: Pick<Owner, 'brand'>;
}

/** Whoever leads to a list says it shortly; the end of a longer text is looked at. */
const LONGEST_LEAD = 200;
const SHORTEST_NAME = 4;
const OPEN = /[:：]$|(?:following|below|folgende\w*|siguientes?|suivante?s?|以下|次)\P{L}*$/iu;
const STOP = /[.!?。！？]["”’)]?$/;

/** Whether a text speaks of the business whose page it is on. */
export function isOurs(text: string, { lexicon, owner }: Voice): boolean {
  const [first = ''] = owner.brand.split(' ');
  const isNamed = isNamedIn(owner.brand, text) || (first.length >= SHORTEST_NAME && text.includes(first));
  return isNamed || lexicon.whose.ours.test(text);
}

/** Whether a label is the business itself, by its name or as “us”. */
export function isUs(label: string, { lexicon, owner }: Voice): boolean {
  return isSameName(label, owner.brand) || !/[\p{L}\p{N}]/u.test(label.replace(lexicon.whose.ours, ''));
}

/** Whether a text speaks of other businesses, and of the own one only as theirs: “our partner offers”. */
export function isOfOthers(text: string, voice: Voice): boolean {
  const { others } = voice.lexicon.whose;
  return others.test(text) && !isOurs(text.replaceAll(RegExp(others, 'giu'), ' '), voice);
}

/**
 * The blocks in which a page speaks of what its business offers. What follows a heading or lead-in belongs to it: below
 * “We do not offer” and “Our partner offers” nothing is a claim of ours.
 */
export function ownBlocks(
  blocks: readonly TextBlock[],
  voice: Voice,
  isPast: (text: string) => boolean = () => false,
): TextBlock[] {
  const { denial, not } = voice.lexicon.whose;
  /** The level of the heading above, where its whole part is not ours. */
  let part = 0;
  let areLinesTheirs = false;
  return blocks.filter((block) => {
    const { kind, level, text } = block;
    if (kind === 'heading') {
      if (part > 0 && level > part) return false;
      // A first heading names the page, in whatever words it likes, unless it does nothing but deny.
      const isFirst = level === 1;
      const isTheirs = isFirst ? isBareDenial(text, voice.lexicon) : denial.test(text) || isOfOthers(text, voice);
      part = isTheirs ? level : 0;
      areLinesTheirs = !isFirst && (not.test(text) || isPast(text) || isConditional(text));
      return part === 0 || isFirst;
    }
    if (part > 0) return false;
    const isLine = kind === 'item' || kind === 'cell' || !STOP.test(text);
    // A cell of a table is told by its row and column.
    const isKept = !isLine || !(areLinesTheirs || (kind !== 'cell' && isOfOthers(text, voice)));
    areLinesTheirs = leadsToTheirs(block, areLinesTheirs, voice);
    return isKept;
  });
}

/** Whether the lines behind a block are not ours; a sentence ends what was said of the lines before it. */
function leadsToTheirs({ kind, text }: TextBlock, before: boolean, voice: Voice): boolean {
  const { denial, not } = voice.lexicon.whose;
  const end = sentencesOf(text.slice(-LONGEST_LEAD)).at(-1) ?? '';
  const isOpen = OPEN.test(withoutSigns(end));
  if (kind === 'item' || kind === 'cell') {
    if (isBareDenial(end, voice.lexicon)) return true;
    if (!isOpen) return before;
  }
  if (denial.test(end) || isOfOthers(end, voice) || (isOpen && (not.test(end) || isConditional(end)))) return true;
  return before && !isOpen && !STOP.test(text);
}

/** “Not included” above what is not; “parking is not included” speaks for itself. */
function isBareDenial(text: string, { whose, functionWords }: Lexicon): boolean {
  const rest = text.replace(whose.denial, ' ');
  return rest !== text && foldedWords(rest).every((word) => functionWords.has(word));
}

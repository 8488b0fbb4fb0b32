import type { TextBlock } from '../ports/site-reader.ts';
import { sentencesOf } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { isConditional } from './footnotes.ts';
import { ownBusinesses } from './own-business.ts';
import { isOfOthers, isOurs } from './own-words.ts';
import type { Reading } from './reading.ts';
import { textOfItem } from './structured.ts';

const CLAUSE = /[,;:()|–—、]|\s-\s/;

/** The year since when there is a business, as it is written or told to machines. */
export function sinceOf(reading: Reading): SourcedText | undefined {
  for (const { address, page, blocks, footer, description } of reading.pages) {
    for (const { words, heading } of [...alone([description]), ...belowHeadings(blocks), ...alone(footer)]) {
      for (const sentence of sentencesOf(words)) {
        if (isOfAName(heading, reading) && !isOurs(sentence, reading)) continue;
        if (isConditional(sentence)) continue;
        const year = yearIn(sentence, reading);
        if (year) return { text: year, sources: [{ address, words }] };
      }
    }
    const founded = ownBusinesses(page, reading.owner)
      .map((item) => textOfItem(item, 'foundingDate'))
      .find((date) => /^\d{4}/.test(date) && hasBegun(date.slice(0, 4), reading));
    if (founded) return { text: founded.slice(0, 4), sources: [{ address, words: founded }] };
  }
  return undefined;
}

/** A text, and the heading that stands above it. */
interface Below {
  words: string;
  heading: string;
}

const alone = (texts: readonly string[]): Below[] => texts.map((words) => ({ words, heading: '' }));

function belowHeadings(blocks: readonly TextBlock[]): Below[] {
  let heading = '';
  return blocks.map(({ kind, text }) => {
    if (kind === 'heading') heading = text;
    return { words: text, heading };
  });
}

/** Whether a heading is the name of something else than the business. */
function isOfAName(heading: string, reading: Reading): boolean {
  return heading !== '' && beginsWithName(heading, reading) && !isOurs(heading, reading);
}

/** The year of a sentence that is about the business: by its words, or because it names nobody at all. */
function yearIn(sentence: string, reading: Reading): string | undefined {
  const { find, whose } = reading.lexicon;
  const match = find.since.exec(sentence);
  const year = match?.[1] ?? match?.[2];
  if (!match || !year || !hasBegun(year, reading) || isOfOthers(sentence, reading)) return undefined;
  const about = aboutWhat(sentence.slice(0, match.index), sentence.slice(match.index + match[0].length));
  if (whose.not.test(about)) return undefined;
  const namesNobody = ![about, sentence].some((text) => beginsWithName(text, reading));
  return isOurs(about, reading) || (!whose.verb.test(sentence) && namesNobody) ? year : undefined;
}

/** The clause in which the year stands; where it stands alone, the one before it or else the one behind it. */
function aboutWhat(before: string, after: string): string {
  const [earlier, later] = [before.split(CLAUSE), after.split(CLAUSE)];
  const clause = `${earlier.pop() ?? ''} ${later.shift() ?? ''}`;
  return [clause, earlier.at(-1), later[0]].find((one) => one !== undefined && /\p{L}/u.test(one)) ?? '';
}

/** Nouns are written like names in German; what the home page names is no stranger. */
function beginsWithName(text: string, { casing, home, language }: Reading): boolean {
  const first = /\p{L}[\p{L}\p{M}]*/u.exec(text)?.[0] ?? '';
  return language !== 'de' && casing.isName(first) && ![home.title, home.heading].some((one) => one.includes(first));
}

function hasBegun(year: string, { now }: Reading): boolean {
  return Number(year) <= new Date(now).getUTCFullYear();
}

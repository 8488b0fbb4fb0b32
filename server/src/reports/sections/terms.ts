import { periodText } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import { periodOf, priceOf, type TermLine } from '../evidence.ts';
import { DAYS_BEFORE } from '../gather-terms.ts';
import { named, SOURCES, several, type Writing } from './writing.ts';

const MICROS = 1_000_000;

/** What people searched for: what is new, what converts, and what only cost. */
export function searchTerms(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const { terms } = evidence;
  const source = termSource(writing);
  const title = 'Search terms';
  if (terms.total.terms === 0) return { title, blocks: [say`No search terms were reported for these days.`] };
  const fresh =
    terms.fresh.terms === 0
      ? say`All of them were seen in the ${numbers.rule(DAYS_BEFORE)} days before.`
      : say`${several(numbers, terms.fresh.terms, 'of them was', 'of them were', source)} not seen in the ${numbers.rule(DAYS_BEFORE)} days before and took ${numbers.micros(terms.fresh.cost, source)}.`;
  const all = say`${several(numbers, terms.total.terms, 'search term', 'search terms', source)} took ${numbers.micros(terms.total.cost, source)}. ${fresh}`;
  const blocks: Block[] = [
    all,
    ...listOf(writing, say`**Converting**, by cost:`, terms.converting.top),
    ...wastedList(writing),
    ...listOf(writing, say`**New**, by cost:`, terms.fresh.top),
  ];
  return { title, blocks };
}

/** Where search terms come from. */
export function termSource({ evidence }: Writing): string {
  return `Search terms of ${periodText(periodOf(evidence))}, and of the days before where they are named`;
}

function wastedIntro(writing: Writing): Prose {
  const { evidence, numbers } = writing;
  const { terms, top } = evidence.terms.wasted;
  const source = termSource(writing);
  const some =
    terms > top.length ? say`, ${numbers.count(top.length, source)} of ${numbers.count(terms, source)}` : say``;
  const price = priceOf(evidence);
  if (!price)
    return say`**Without a conversion**${some}, by cost with the weeks before; what a conversion may cost is not known, so none of them is called waste:`;
  return say`**Wasted**${some}, by cost with the weeks before: each took more than a conversion may cost (${numbers.money(price, `${SOURCES.settings}: target CPAs, or else what a conversion did cost`)}) in these days and the ${numbers.rule(DAYS_BEFORE)} before, and brought none:`;
}

function wastedList(writing: Writing): Block[] {
  const { top } = writing.evidence.terms.wasted;
  return top.length === 0 ? [] : [wastedIntro(writing), termTable(writing, top, { withBefore: true })];
}

function listOf(writing: Writing, intro: Prose, lines: readonly TermLine[]): Block[] {
  return lines.length === 0 ? [] : [intro, termTable(writing, lines)];
}

/** Search terms with what they cost and brought. */
export function termTable(writing: Writing, lines: readonly TermLine[], { withBefore = false } = {}): Block {
  const { numbers } = writing;
  const source = termSource(writing);
  const rows = lines.map(({ term, campaign, clicks, cost, conversions, before }) => [
    quote(term),
    named(campaign),
    numbers.count(clicks, source),
    numbers.micros(cost, source),
    ...(withBefore ? [numbers.micros(cost + before.cost, source)] : []),
    numbers.decimal({ n: BigInt(conversions), d: BigInt(MICROS) }, source),
  ]);
  const cost = withBefore ? ['Cost', 'With the weeks before'] : ['Cost'];
  return { table: { head: ['Search term', 'Campaign', 'Clicks', ...cost, 'Conversions'], rows } };
}

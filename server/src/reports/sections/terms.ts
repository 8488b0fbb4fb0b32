import { compare, type Fraction, fraction } from '../../documents/fraction.ts';
import { periodText } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import { periodOf, type TermLine, totalOf } from '../evidence.ts';
import { DAYS_BEFORE } from '../gather-terms.ts';
import { CPA } from '../kpi.ts';
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

/** Terms that in these days and the four weeks before took more than a conversion may cost and brought none. */
export function wasted({ evidence }: Writing): TermLine[] {
  const price = priceOf(evidence);
  const spent = ({ cost, before }: TermLine) => fraction(cost + before.cost, MICROS);
  return evidence.terms.fruitless.top.filter((line) => {
    const cost = spent(line);
    return !price || (cost !== undefined && compare(cost, price) > 0);
  });
}

/** What a conversion may cost: the target, else what one did cost. */
function priceOf(evidence: Writing['evidence']): Fraction | undefined {
  return evidence.campaigns.target ?? CPA.of(totalOf(evidence, -1));
}

function wastedIntro({ evidence, numbers }: Writing): Prose {
  const price = priceOf(evidence);
  if (!price)
    return say`**Without a conversion**, by cost; what a conversion may cost is not known, so none of them is called waste:`;
  return say`**Wasted**: each took more than a conversion may cost (${numbers.money(price, `${SOURCES.settings}: target CPAs, or else what a conversion did cost`)}) in these days and the ${numbers.rule(DAYS_BEFORE)} before, and brought none:`;
}

function wastedList(writing: Writing): Block[] {
  const lines = wasted(writing);
  return lines.length === 0 ? [] : [wastedIntro(writing), termTable(writing, lines, { withBefore: true })];
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

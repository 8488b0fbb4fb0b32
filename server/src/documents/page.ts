import { type Chart, imageOf } from './chart.ts';
import { unfounded } from './check.ts';
import { type Fact, fact, joined, type Prose, say } from './prose.ts';

/** A table; the first column names what a row is about. */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly Prose[])[];
}

/** What a section is made of: a paragraph, a list, a table, or a chart with its table beside it. */
export type Block = Prose | { bullets: readonly Prose[] } | { table: Table } | { chart: Chart };

/** A part of a document under its heading; one without content is left out with its heading. */
export interface Section {
  title: string;
  blocks: readonly Block[];
}

/** A whole document before it is written. */
export interface Page {
  title: Prose;
  sections: readonly Section[];
}

/** A document that may be kept: every number in it is a fact. */
export interface Written {
  markdown: string;
  facts: Fact[];
}

/** Thrown for a document with a number that nothing stands for; that is a mistake of ours. */
export class Unfounded extends Error {
  constructor(numbers: readonly string[]) {
    super(`numbers without a fact: ${numbers.join(', ')}`);
    this.name = 'Unfounded';
  }
}

/** Writes a document as markdown, with the sources of its numbers at the end, and refuses one with a number that is no fact. */
export function written(page: Page): Written {
  const sections = page.sections.filter(({ blocks }) => blocks.some((block) => !isEmpty(block)));
  const blocks = [...sections, sourcesOf(page)].flatMap(({ title, blocks: own }) => [
    say`## ${title}`,
    ...own.filter((block) => !isEmpty(block)).map(proseOf),
  ]);
  const parts = [say`# ${page.title}`, ...blocks];
  const markdown = `${parts.map(({ text }) => text).join('\n\n')}\n`;
  const facts = parts.flatMap((part) => part.facts);
  const images = sections.flatMap((section) =>
    section.blocks.flatMap((block) => ('chart' in block ? [imageOf(block.chart)] : [])),
  );
  const numbers = unfounded(markdown, { facts, quotes: parts.flatMap(({ quotes }) => quotes), images });
  if (numbers.length > 0) throw new Unfounded(numbers);
  return { markdown, facts: distinct(facts) };
}

function isEmpty(block: Block): boolean {
  if ('bullets' in block) return block.bullets.length === 0;
  if ('table' in block) return block.table.rows.length === 0;
  return 'text' in block && block.text === '';
}

function proseOf(block: Block): Prose {
  if ('bullets' in block) return lines(block.bullets.map((item) => say`- ${item}`));
  if ('table' in block) return tableOf(block.table);
  if ('chart' in block) return say`![${block.chart.alt}](${{ text: imageOf(block.chart), facts: [], quotes: [] }})`;
  return block;
}

/** Columns of numbers are set to the right. */
function tableOf({ head, rows }: Table): Prose {
  const cells = (row: readonly Prose[]) => say`| ${joined(row, ' | ')} |`;
  const isNumeric = (index: number) =>
    index > 0 &&
    rows.some((row) => (row[index]?.facts.length ?? 0) > 0) &&
    rows.every((row) => row[index]?.quotes.length === 0);
  const rule = head.map((_, index) => say`${isNumeric(index) ? '--:' : '---'}`);
  return lines([cells(head.map((title) => say`${title}`)), cells(rule), ...rows.map(cells)]);
}

function lines(parts: readonly Prose[]): Prose {
  return joined(parts, '\n');
}

function sourcesOf({ title, sections }: Page): Section {
  const prose = [title, ...sections.flatMap(({ blocks }) => blocks.map(proseOf))];
  const sources = [...new Set(prose.flatMap(({ facts }) => facts.map(({ source }) => source)))].sort();
  return { title: 'Where the numbers come from', blocks: [{ bullets: sources.map((source) => fact(source, source)) }] };
}

function distinct(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((one) => [`${one.text}\0${one.source}`, one])).values()];
}

import type { TextBlock } from '../ports/site-reader.ts';
import { amountsIn, numberIn, type Price } from './amounts.ts';
import { isConditional, withoutShifted } from './footnotes.ts';
import { isOfOthers, isOurs, isUs, type Voice } from './own-words.ts';
import type { ReadPage } from './reading.ts';

interface Cell {
  row: number;
  column: number;
  text: string;
}

const ONLY_PRICE = 20;

/**
 * Rows of a table: a cell with nothing but a price, the cell before it, and the one after it. Two columns of prices are
 * old and new ones, or those of several sellers or buyers: which one is meant nobody can tell.
 */
export function tablePrices({ blocks, address }: ReadPage, voice: Voice): Price[] {
  return tablesIn(blocks).flatMap((cells) => {
    const priced = cells.filter(({ text }) => startsWithPrice(text, voice));
    const [first] = priced;
    const isOneColumn = priced.every(({ column }) => column === first?.column);
    if (!first || !isOneColumn || !isOurColumn(first, cells, voice)) return [];
    const prices = priced.flatMap((cell) => priceOf(cell, cells, address, voice));
    const comparesSellers = prices.some(({ what }) => isUs(what, voice));
    return comparesSellers ? [] : prices;
  });
}

/** The cells of each table in the order of reading; what stands in one cell is one text. */
function tablesIn(blocks: readonly TextBlock[]): Cell[][] {
  const tables = new Map<number, Map<string, Cell>>();
  for (const { text, cell } of blocks) {
    if (!cell) continue;
    const { table, row, column } = cell;
    const cells = tables.get(table) ?? new Map<string, Cell>();
    const before = cells.get(`${row} ${column}`);
    cells.set(`${row} ${column}`, { row, column, text: before ? `${before.text} ${text}` : text });
    tables.set(table, cells);
  }
  return [...tables.values()].map((cells) => [...cells.values()]);
}

function startsWithPrice(written: string, { lexicon }: Voice): boolean {
  const text = withoutShifted(written);
  const [found] = amountsIn(text, lexicon);
  if (!found) return false;
  return text.length <= ONLY_PRICE || text.startsWith(found.amount);
}

/** What stands above the first price names whose or which prices they are. */
function isOurColumn(first: Cell, cells: readonly Cell[], voice: Voice): boolean {
  const heads = cells.filter(({ row, column }) => column === first.column && row < first.row).map(({ text }) => text);
  const isOurHead = (text: string) =>
    voice.lexicon.find.priceHead.test(text) || (isOurs(text, voice) && !isOfOthers(text, voice));
  const [head = ''] = heads;
  return head === '' || (isOurHead(head) && !isConditional(head));
}

function priceOf({ row, column, text }: Cell, cells: readonly Cell[], address: string, voice: Voice): Price[] {
  const { lexicon } = voice;
  const inRow = cells.filter((cell) => cell.row === row);
  const what = inRow.findLast((cell) => cell.column < column)?.text ?? '';
  const condition = inRow.find((cell) => cell.column > column)?.text ?? '';
  const [found, another] = amountsIn(text, lexicon);
  if (!found || another || text.length > ONLY_PRICE || what === '') return [];
  if (amountsIn(what, lexicon).length > 0 || lexicon.find.notPaid.test(what) || isOfOthers(what, voice)) return [];
  const sources = [what, text, condition].filter(Boolean).map((words) => ({ address, words }));
  return [{ ...found, what, value: numberIn(found.amount), condition, sources }];
}

import type { TextBlock } from '../ports/site-reader.ts';
import { beginsWithMoney, numberIn, type Price, priceAtEnd, speaksOfMoney } from './amounts.ts';
import { isConditional, withoutShifted } from './footnotes.ts';
import { isOfOthers, isUs, type Voice } from './own-words.ts';
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
    const priced = cells.filter(({ text }) => startsWithPrice(text));
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

function startsWithPrice(written: string): boolean {
  const text = withoutShifted(written);
  return beginsWithMoney(text) || (text.length <= ONLY_PRICE && speaksOfMoney(text));
}

/** What stands above the first price names whose or which prices they are. */
function isOurColumn(first: Cell, cells: readonly Cell[], voice: Voice): boolean {
  const heads = cells.filter(({ row, column }) => column === first.column && row < first.row).map(({ text }) => text);
  const isOurHead = (text: string) => voice.lexicon.find.priceHead.test(text) || isUs(text, voice);
  const [head = ''] = heads;
  return head === '' || (isOurHead(head) && !isConditional(head));
}

function priceOf({ row, column, text }: Cell, cells: readonly Cell[], address: string, voice: Voice): Price[] {
  const { lexicon } = voice;
  const inRow = cells.filter((cell) => cell.row === row);
  const what = inRow.findLast((cell) => cell.column < column)?.text ?? '';
  const notes = inRow.filter((cell) => cell.column > column).map((cell) => cell.text);
  const found = priceAtEnd(text, lexicon);
  if (found?.before.trim() !== '' || what === '' || lexicon.find.notPaid.test(what)) return [];
  if (speaksOfMoney(what) || isOfOthers(what, voice)) return [];
  // A note that limits the price to some buyers, or adds to it, would be lost in a short text.
  if (notes.some((note) => speaksOfMoney(note) || lexicon.find.condition.test(note))) return [];
  const [condition = ''] = notes;
  const { amount, isFrom, per } = found;
  const sources = [what, text, condition].filter(Boolean).map((words) => ({ address, words }));
  return [{ what, amount, value: numberIn(amount), isFrom, per, condition, sources }];
}

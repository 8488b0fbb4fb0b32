import type { CellPlace } from '../../ports/site-reader.ts';

const MOST_COLUMNS = 100;

/** Follows the tables of a page, one of which may stand in a cell of another. */
export class TableCells {
  readonly #open: (CellPlace & { next: number })[] = [];
  #tables = 0;

  /** The place of a cell that opens; undefined for any other element. */
  open(name: string, { colspan = '1' }: Readonly<Record<string, string>>): CellPlace | undefined {
    if (name === 'table') {
      this.#tables += 1;
      this.#open.push({ table: this.#tables, row: 0, column: 0, next: 1 });
    }
    const at = this.#open.at(-1);
    if (at && name === 'tr') Object.assign(at, { row: at.row + 1, next: 1 });
    if (!at || (name !== 'td' && name !== 'th')) return undefined;
    at.column = at.next;
    at.next += Math.min(Math.max(Number.parseInt(colspan, 10) || 1, 1), MOST_COLUMNS);
    return { table: at.table, row: at.row, column: at.column };
  }

  close(name: string): void {
    if (name === 'table') this.#open.pop();
  }
}

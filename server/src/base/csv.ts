/** Where a cell begins, in whatever a spreadsheet takes for a separator, and what would make a formula of it. */
const FORMULA = /(^|[,;|\t\r\n])(?=["'\s]*[=+\-@＝＋－＠])|^(?=[\t\r\n|])/g;

/** A row of CSV with its end. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** A value as a cell of CSV: one that a spreadsheet would run as a formula, or take one out of, is written as text. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = value.replaceAll(FORMULA, "$1'");
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

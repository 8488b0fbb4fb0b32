/**
 * Where a cell begins, in whatever a spreadsheet takes for a separator, with all that it passes over before it looks for a
 * formula: taken whole, so that no character is looked at from every separator before it.
 */
const BEGINNINGS = /[,;|\t\r\n]["'\s\p{Cc}\p{Cf}]*|^["'\s\p{Cc}\p{Cf}]*/gu;
const EACH_SEPARATOR = /[,;|\t\r\n]/g;
const SEPARATORS = new Set(',;|\t\r\n');
const FORMULA = new Set('=+-@＝＋－＠');
/** What makes a formula of the first cell, or no cell of it at all. */
const FORMULA_FIRST = /^(?:["'\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n|])/u;

/** A row of CSV with its end. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** A value as a cell of CSV: one that a spreadsheet would run as a formula, or take one out of, is written as text. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(value: string): string {
  const text = value.replaceAll(BEGINNINGS, (passed: string, at: number) =>
    FORMULA.has(value.charAt(at + passed.length)) ? marked(passed) : passed,
  );
  return FORMULA_FIRST.test(value) ? `'${text}` : text;
}

/** Most often it is a separator alone. */
function marked(passed: string): string {
  if (passed.length === 1) return SEPARATORS.has(passed) ? `${passed}'` : passed;
  return passed.replaceAll(EACH_SEPARATOR, "$&'");
}

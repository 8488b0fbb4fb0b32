/** A query, or part of one, in which every value has been escaped. */
export class Gaql {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | readonly string[] | Gaql;

/**
 * Builds a query: what is interpolated becomes a quoted literal (a list in parentheses for arrays), so that a name or
 * a search term can never change the query.
 */
export function gaql(parts: TemplateStringsArray, ...values: readonly Value[]): Gaql {
  const text = parts.reduce((sum, part, index) => {
    const value = values[index - 1];
    return sum + (value === undefined ? '' : literal(value)) + part;
  });
  return new Gaql(text.replace(/\s*\n\s*/g, ' ').trim());
}

function literal(value: Value): string {
  if (value instanceof Gaql) return value.text;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value.length === 0) throw new TypeError('a query cannot ask for one of nothing');
  return `(${value.map(quoted).join(', ')})`;
}

/** A line break inside a literal is not allowed by the grammar and is never part of a name or a term. */
function quoted(text: string): string {
  return `'${text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[\\']/g, '\\$&')}'`;
}

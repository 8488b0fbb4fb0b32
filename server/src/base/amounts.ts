/** A JSON number with its digits fixed, so that 40 is written 40.0. */
export interface Amount {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): Amount;
    isRawJSON(value: unknown): value is Amount;
  }
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Writes an exact decimal as an amount: at least one decimal, at most two. */
export function amount(decimal: string | number): Amount {
  const text = typeof decimal === 'number' ? decimal.toFixed(2) : decimal;
  if (!DECIMAL.test(text)) throw new TypeError(`not a decimal: ${text}`);
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length > 2) return amount(Number(text));
  const cents = fraction.replace(/0+$/, '');
  return JSON.rawJSON(`${whole}.${cents === '' ? '0' : cents}`);
}

/** The same for a value that may be missing. */
export function amountOrNull(decimal: string | number | null): Amount | null {
  return decimal === null ? null : amount(decimal);
}

/** What a value is on the wire: amounts arrive as numbers. */
export type Wire<T> = T extends Amount
  ? number
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

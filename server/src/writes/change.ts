import { z } from 'zod';
import { type Amount, amount } from '../base/amounts.ts';
import { amountField } from '../base/schemas.ts';
import { quoted } from '../base/visible-text.ts';
import { inOneLine } from './in-one-line.ts';

/** One thing that becomes another; null where there was nothing before, or is nothing afterwards. */
export interface Change {
  field: string;
  from: string | Amount | null;
  to: string | Amount | null;
}

/** A change that also says what it is made on: the same text may stand in several campaigns, and in several ads of one. */
export interface PlacedChange extends Change {
  on?: string;
}

const value = z.union([z.string(), amountField]).nullable();

/** A change as it is answered. Text in it is as it was sent: quote it where it is shown. */
export const changeField = z.object({ field: z.string(), from: value, to: value });

/** A change of an amount, which is kept as text. */
export function amountChange(field: string, { from, to }: { from: string | null; to: string | null }): Change {
  return { field, from: from === null ? null : amount(from), to: to === null ? null : amount(to) };
}

/**
 * Changes in one line. Texts are quoted, so that none of them can pass for a change of its own; and words stand between the
 * values, since beside text that runs from right to left an arrow would point the other way.
 */
export function inWords(changes: readonly Change[]): string {
  return inOneLine(changes, ({ field, from, to }) => `${field}: from ${shown(from)} to ${shown(to)}`);
}

function shown(value: Change['from']): string {
  if (value === null) return 'none';
  return typeof value === 'string' ? quoted(value) : value.rawJSON;
}

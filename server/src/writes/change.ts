import { z } from 'zod';
import { type Amount, amount } from '../base/amounts.ts';
import { amountField } from '../base/schemas.ts';
import { shortText } from '../base/short-text.ts';
import { quoted, shortVisible } from '../base/visible-text.ts';
import { inOneLine } from './in-one-line.ts';

/** Of a text that becomes another, lists and lines show so many characters. */
export const LONGEST_SHOWN = 300;

/** One thing that becomes another; null where there was nothing before, or is nothing afterwards. */
export interface Change {
  field: string;
  from: string | Amount | null;
  to: string | Amount | null;
}

/** A change that also says what it is made on: the same text may stand in several campaigns, and in several ads of one. */
export interface PlacedChange extends Change {
  on?: string | undefined;
  /** The slug of the campaign that it is made in. */
  campaign?: string | undefined;
}

const value = z.union([z.string(), amountField]).nullable();

/** A change as it is answered. Text in it is as it was sent: quote it where it is shown. */
export const changeField = z.object({ field: z.string(), from: value, to: value });

/** A change that may be one of several campaigns, as it is answered. */
export const placedChangeField = changeField.extend({
  campaign: z.string().optional().describe('Slug of the campaign that it is made in, where several are changed.'),
});

/** Changes as they are answered: where several campaigns are concerned, or more may be, each names its own. */
export function answered(changes: readonly PlacedChange[], areMore = false): z.output<typeof placedChangeField>[] {
  const several = areMore || new Set(changes.map(({ campaign }) => campaign)).size > 1;
  return changes.map(({ field, from, to, campaign }) => ({
    ...{ field, from, to },
    ...(several && campaign !== undefined && { campaign }),
  }));
}

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
  if (typeof value !== 'string') return value.rawJSON;
  return quoted(shortVisible(shortText(value, LONGEST_SHOWN), LONGEST_SHOWN));
}
